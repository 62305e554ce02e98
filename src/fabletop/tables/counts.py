"""What a server counts, for /metrics: numbers only, no table and nobody by name."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

FAST = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

MADE = Counter("fabletop_tables_made", "Tables made.", ["game"])
OVER = Counter("fabletop_tables_finished", "Games played to their end.", ["game"])
PLIES = Counter("fabletop_plies", "Entries stored and told: decisions, dice and cards, take-backs.")
IN_MEMORY = Gauge("fabletop_tables_in_memory", "Tables in memory.", multiprocess_mode="livesum")
STREAMS = Gauge("fabletop_streams", "Open streams.", multiprocess_mode="livesum")
LET_GO = Counter("fabletop_streams_let_go", "Streams that lagged behind and were let go.")
THINKING = Gauge("fabletop_thinkers_busy", "Computer players that think.", multiprocess_mode="livesum")
WAITING = Gauge("fabletop_thinkers_waiting", "Computer players that wait for their turn.", multiprocess_mode="livesum")
THOUGHT = Histogram("fabletop_thinking_seconds", "From a computer player's turn to its answer.", buckets=FAST)
STORED = Histogram("fabletop_store_write_seconds", "From a ply to the disk.", buckets=FAST)
STORE_FAILED = Counter("fabletop_store_failures", "Reads and writes that the store could not do.")
ASKED = Histogram("fabletop_request_seconds", "Answers, streams left out.", ["of", "status"], buckets=FAST)
REFUSED = Counter("fabletop_requests_refused", "Requests beyond a limit.", ["limit"])
LAG = Histogram("fabletop_loop_lag_seconds", "How late the event loop is.", buckets=FAST)

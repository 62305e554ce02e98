"""What all tests share."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Machines are shared and slow at times: no test may fail for that.
settings.register_profile("fabletop", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("fabletop")

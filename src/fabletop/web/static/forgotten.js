// Everything of this device is deleted: also what the browser alone has kept, such as people, settings and receipts.

localStorage.clear();

#!/bin/sh
# Chromium that runs as root raises the priority of its threads, and the tests beside it wait for a processor. It starts
# here without the permission to do so. CHROMIUM is the path of the browser.
if setpriv --bounding-set=-sys_nice true 2>/dev/null; then
  exec setpriv --bounding-set=-sys_nice "$CHROMIUM" "$@"
fi
exec "$CHROMIUM" "$@"

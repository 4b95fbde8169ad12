@"%~dp0..\node_modules\node\bin\node.exe" --max-semi-space-size=16 --single-threaded-gc "%~dp0tillmark.js" %*

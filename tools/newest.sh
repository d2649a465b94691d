#!/bin/sh
# newest.sh: print the newest Python of this computer, of the versions that the project supports beside 3.11.
for minor in 13 12; do
    for python in "python3.$minor" "$HOME/.pyenv/versions/3.$minor".*/bin/python; do
        if "$python" -c 'import ensurepip' 2>/dev/null; then echo "$python"; exit; fi
    done
done

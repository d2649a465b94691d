# The app for a server: docs/hosting.md. PyTorch without GPU libraries, a user without rights, no writable code.
FROM python:3.11-slim-bookworm
ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 GLASSBOX_RUNS=/runs
WORKDIR /app
COPY requirements.txt constraints.txt ./
RUN pip install --index-url https://download.pytorch.org/whl/cpu -c constraints.txt torch \
    && pip install -r requirements.txt -c constraints.txt
COPY . .
RUN useradd --create-home --uid 1000 visitor && mkdir /runs && chown visitor /runs
USER 1000
EXPOSE 8501
HEALTHCHECK CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8501/_stcore/health')"]
CMD ["python", "-m", "streamlit", "run", "app.py", "--server.address=0.0.0.0", "--server.headless=true", "--server.runOnSave=false"]

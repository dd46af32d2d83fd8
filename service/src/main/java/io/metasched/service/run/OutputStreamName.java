package io.metasched.service.run;

/** Output streams of a run. */
public enum OutputStreamName {
  STDOUT,
  STDERR
}

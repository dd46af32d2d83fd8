package io.metasched.service.run;

/** The streams that a run writes to. */
public enum OutputStreamName {
  STDOUT,
  STDERR
}

package io.metasched.service.slurm;

/** Refusal of a command, with a message for standard error. */
public final class ClientFaultException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ClientFaultException(String message) {
    super(message, null, false, false);
  }
}

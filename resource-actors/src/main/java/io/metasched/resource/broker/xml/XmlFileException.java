package io.metasched.resource.broker.xml;

import java.io.Serial;

/** Failure to read or write a file of tasks or resources; the message is one line. */
public final class XmlFileException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  XmlFileException(String message) {
    super(message);
  }
}

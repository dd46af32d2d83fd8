package io.metasched.resource.agent.xml;

import java.io.Serial;

/** A file of tasks or resources that cannot be read or written; the message is one line. */
public final class XmlFileException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  XmlFileException(String message) {
    super(message);
  }
}

package io.metasched.service.run;

import java.util.List;

/**
 * What a node is on.
 *
 * @param isolation by which means it keeps runs apart, in one line
 * @param remarks what is weaker there than it could be, or wrong at present, a line each
 */
public record Machine(String isolation, List<String> remarks) {
  /** Copies the remarks. */
  public Machine {
    remarks = List.copyOf(remarks);
  }
}

package io.metasched.service.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a node is on.
 *
 * @param isolation by which means it keeps runs apart, in one line
 * @param remarks what is weaker there than it could be, or wrong at present, a line each
 * @param clockOffset by how much its clock is behind that of the service, where it was measured
 */
public record Machine(String isolation, List<String> remarks, Optional<Duration> clockOffset) {
  /** Copies the remarks. */
  public Machine {
    remarks = List.copyOf(remarks);
  }
}

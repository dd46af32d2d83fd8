package io.metasched.service.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Machine of a node.
 *
 * @param isolation means by which the machine isolates runs, in one line
 * @param remarks weaknesses and current faults, one line each
 * @param clockOffset delay of the machine's clock behind the service's clock, if measured
 */
public record Machine(String isolation, List<String> remarks, Optional<Duration> clockOffset) {
  public Machine {
    remarks = List.copyOf(remarks);
  }
}

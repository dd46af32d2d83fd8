package io.metasched.simulation.bench;

import io.metasched.simulation.config.Nearest;
import io.metasched.simulation.config.UsageException;
import java.util.List;

/** The benches there are. */
public final class Benches {
  private static final List<Bench> ALL = List.of(new ActorsBench());

  private Benches() {}

  /** All of them, in the order in which they are listed. */
  public static List<Bench> all() {
    return ALL;
  }

  /**
   * The bench of that name.
   *
   * @throws UsageException when there is none
   */
  public static Bench named(String name) {
    var names = ALL.stream().map(Bench::name).toList();
    return ALL.stream()
        .filter(bench -> bench.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "bench: unknown bench '%s'%s; known are %s"
                        .formatted(name, Nearest.hint(name, names), String.join(", ", names))));
  }
}

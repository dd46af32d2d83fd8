package io.metasched.simulation.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A run over several JVMs and the faults it goes through, drawn from a seed.
 *
 * @param scenario options of the run, whatever drives it
 * @param cluster options of the cluster
 */
record FaultSchedule(List<String> scenario, List<String> cluster) {
  private static final int CYCLES = 5;
  private static final List<String> POLICIES = List.of("css", "batch-slicer", "bsf", "backfilling");
  private static final List<String> ROLES = List.of("owners", "metascheduler", "users");

  /** What goes unnoticed, what is noticed and heals, and what costs the JVM. */
  private static final List<String> SPELLS = List.of("500ms", "2s", "3s", "7s", "25s");

  /**
   * The schedule of a seed. Of the two JVMs that may have the metascheduler one is never killed.
   */
  static FaultSchedule of(long seed) {
    var random = new SplittableRandom(seed);
    var scenario = new ArrayList<String>();
    scenario.addAll(List.of("--cycles", String.valueOf(CYCLES), "--seed", String.valueOf(seed)));
    scenario.addAll(List.of("--policy", any(POLICIES, random)));
    scenario.addAll(List.of("--set", "vo.count=" + (1 + random.nextInt(3))));
    var cluster = new ArrayList<>(List.of("--jvms", String.valueOf(3 + random.nextInt(2))));
    int first = random.nextInt(CYCLES - 1);
    var role = any(ROLES, random);
    cluster.addAll(fault(role, first, random));
    if (random.nextBoolean()) {
      var other = role.equals("owners") ? any(ROLES, random) : "owners";
      cluster.addAll(fault(other, first + 1 + random.nextInt(CYCLES - 1 - first), random));
    }
    return new FaultSchedule(scenario, cluster);
  }

  private static List<String> fault(String role, int cycle, RandomGenerator random) {
    var kind = any(List.of("kill", "kill", "pause", "loss"), random);
    var spell = kind.equals("kill") ? "" : ",for=" + any(SPELLS, random);
    return List.of("--fault", "%s:%s:after-cycle=%d%s".formatted(kind, role, cycle, spell));
  }

  private static <T> T any(List<T> all, RandomGenerator random) {
    return all.get(random.nextInt(all.size()));
  }

  /** The command line that goes through it. */
  String commandLine() {
    return "./metasched cluster default %s %s"
        .formatted(String.join(" ", cluster), String.join(" ", scenario));
  }
}

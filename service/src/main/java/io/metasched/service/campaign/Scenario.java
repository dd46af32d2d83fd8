package io.metasched.service.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Which service a seed tests.
 *
 * @param own how many nodes the machine of the service has
 * @param far how many nodes an agent in a JVM of its own has; 0 for no such agent
 * @param policy by which cycles are planned
 * @param periodMillis from one cycle to the next
 * @param leadMillis from the snapshot of a cycle to the earliest start
 * @param prepareMillis how long before its start a run is prepared
 * @param toleranceMillis how long after it all parts must be ready
 * @param snapshotEvery events from one snapshot to the next
 * @param inPostgres whether its book is in a PostgreSQL of its own, else in a file
 * @param hostile whether a tenant attacks it
 */
record Scenario(
    long seed,
    int own,
    int far,
    String policy,
    long periodMillis,
    long leadMillis,
    long prepareMillis,
    long toleranceMillis,
    int snapshotEvery,
    boolean inPostgres,
    boolean hostile) {
  /** The node of the hostile tenant. */
  static final String HOSTILE_NODE = "hostile-1";

  /** Seeds of which one has a hostile tenant. */
  private static final int SEEDS = 3;

  static final String OWN = "local";
  static final String FAR = "north";

  private static final List<String> POLICIES =
      List.of("backfilling", "css", "batch-slicer", "bsf", "fcfs");

  static Scenario draw(RandomGenerator random, long seed) {
    // enough of them that jobs run while something is done, and few have to wait until behind that
    int far = random.nextInt(2) * (2 + random.nextInt(3));
    return new Scenario(
        seed,
        far > 0 ? random.nextInt(4) : 4 + random.nextInt(3),
        far,
        POLICIES.get(random.nextInt(POLICIES.size())),
        200 + 100L * random.nextInt(4),
        500 + 250L * random.nextInt(5),
        500 + 500L * random.nextInt(4),
        1000 + 1000L * random.nextInt(3),
        20 << random.nextInt(6),
        random.nextInt(3) == 0,
        seed % SEEDS == 0);
  }

  /** The same with its book in a file, for a machine that has no PostgreSQL. */
  Scenario withoutPostgres() {
    return new Scenario(
        seed,
        own,
        far,
        policy,
        periodMillis,
        leadMillis,
        prepareMillis,
        toleranceMillis,
        snapshotEvery,
        false,
        hostile);
  }

  boolean hasAgent() {
    return far > 0;
  }

  /** Whether a service on another host can go on with all of it. */
  boolean mayMove() {
    return inPostgres && hasAgent() && own == 0 && !hostile;
  }

  /** The names of all nodes. */
  List<String> nodes() {
    var nodes = new ArrayList<String>();
    for (int i = 1; i <= own; i++) {
      nodes.add(OWN + "-" + i);
    }
    nodes.addAll(farNodes());
    return List.copyOf(nodes);
  }

  /** Those of the agent. */
  List<String> farNodes() {
    var nodes = new ArrayList<String>();
    for (int i = 1; i <= far; i++) {
      nodes.add(FAR + "-" + i);
    }
    return nodes;
  }

  /**
   * The settings of the service.
   *
   * @param listen where the agent reaches it
   * @param database the section on its database; empty for a file
   */
  String conf(int listen, String database) {
    var text = new StringBuilder("metasched.service {\n").append(database);
    if (hasAgent()) {
      text.append(
          "executor = agents\nagents { listen = \"127.0.0.1:%d\", domains = [%s] }\n"
              .formatted(listen, FAR));
    }
    text.append(
        """
        requests-per-second = 100000
        snapshot-every = %d
        cycle { period = %dms, lead = %dms, horizon = 5m, granularity = 100ms, policy = %s }
        market { offer-lead = 1s, offer-time = 5s, firm-time = 2s, firm-fee = "0.100" }
        runs { prepare-lead = %dms, tolerance = %dms }
        users = [
          { name = user1, deposit = "1000.000" }
          { name = user2, deposit = "1000.000" }
          { name = user3, deposit = "1000.000" }
        ]
        quotas { account-jobs = 150, account-input = 4 MiB, account-reservations = 20 }
        nodes = [
        """
            .formatted(
                snapshotEvery, periodMillis, leadMillis, policy, prepareMillis, toleranceMillis));
    var all = new ArrayList<>(nodes());
    if (hostile) {
      all.add(HOSTILE_NODE);
    }
    for (var node : all) {
      text.append(
          "  { name = \"%s\", domain = \"%s\", performance = 1, price = \"0.010\", properties = [] }\n"
              .formatted(node, node.substring(0, node.lastIndexOf('-'))));
    }
    return text.append("]\n}\n").toString();
  }

  @Override
  public String toString() {
    return "%d own and %d far nodes, %s every %d ms%s"
            .formatted(own, far, policy, periodMillis, inPostgres ? ", PostgreSQL" : "")
        + (hostile ? ", a hostile tenant" : "");
  }
}

package io.metasched.lab.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Configuration of the tested service.
 *
 * @param own number of nodes on the service's machine
 * @param far number of nodes of an agent in a separate JVM; 0 for no agent
 * @param policy policy of cycles
 * @param periodMillis time between cycles, in milliseconds
 * @param leadMillis time from the snapshot of a cycle to the earliest start, in milliseconds
 * @param prepareMillis time before the start of a run at which the run is prepared, in milliseconds
 * @param toleranceMillis time after the start of a run by which all its parts must be ready, in
 *     milliseconds
 * @param snapshotEvery number of events between snapshots
 * @param inPostgres whether the service's event store is in a separate PostgreSQL; otherwise, it is
 *     a file
 * @param hostile whether a hostile tenant attacks the service
 */
record CampaignScenario(
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
  /** Node of the hostile tenant. */
  static final String HOSTILE_NODE = "hostile-1";

  /** One seed in {@value} has a hostile tenant. */
  private static final int SEEDS = 3;

  static final String OWN = "local";
  static final String FAR = "north";

  private static final List<String> POLICIES =
      List.of("backfilling", "css", "batch-slicer", "bsf", "fcfs");

  static CampaignScenario draw(RandomGenerator random, long seed) {
    // enough nodes for most jobs to run during the faults, not after them
    int far = random.nextInt(2) * (2 + random.nextInt(3));
    return new CampaignScenario(
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

  /** Returns a copy with the event store in a file, for a machine without PostgreSQL. */
  CampaignScenario withoutPostgres() {
    return new CampaignScenario(
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

  /** Returns whether a service on another host can take over everything. */
  boolean mayMove() {
    return inPostgres && hasAgent() && own == 0 && !hostile;
  }

  List<String> nodes() {
    var nodes = new ArrayList<String>();
    for (int i = 1; i <= own; i++) {
      nodes.add(OWN + "-" + i);
    }
    nodes.addAll(farNodes());
    return List.copyOf(nodes);
  }

  /** Returns the names of the agent's nodes. */
  List<String> farNodes() {
    var nodes = new ArrayList<String>();
    for (int i = 1; i <= far; i++) {
      nodes.add(FAR + "-" + i);
    }
    return nodes;
  }

  /**
   * Returns the settings of the service.
   *
   * @param listen port for the agent
   * @param database section of its database; empty for a file
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

package io.metasched.lab.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

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
 * @param sites sites with a simulated Slurm
 * @param siteLeadMillis time before each window in which sites prepare a part, in milliseconds
 * @param horizonSeconds time that is planned ahead, in seconds
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
    boolean hostile,
    List<SiteDraft> sites,
    long siteLeadMillis,
    int horizonSeconds) {
  /** Node of the hostile tenant. */
  static final String HOSTILE_NODE = "hostile-1";

  /** One seed in {@value} has a hostile tenant, and another one has sites. */
  private static final int SEEDS = 3;

  static final String OWN = "local";
  static final String FAR = "north";
  private static final List<String> SITES = List.of("east", "west");
  private static final int HORIZON_SECONDS = 300;
  private static final int SHORT_HORIZON_SECONDS = 70;
  private static final int LONG_HORIZON_SECONDS = 150; // all windows are over when a seed is judged

  private static final List<String> POLICIES =
      List.of("backfilling", "css", "batch-slicer", "bsf", "fcfs");

  CampaignScenario {
    sites = List.copyOf(sites);
  }

  static CampaignScenario draw(RandomGenerator random, long seed) {
    // enough nodes for most jobs to run during the faults, not after them
    int far = random.nextInt(2) * (2 + random.nextInt(3));
    var drawn = drawn(random, seed, far);
    return seed % SEEDS == 1 ? drawn.withSites(random) : drawn;
  }

  private static CampaignScenario drawn(RandomGenerator random, long seed, int far) {
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
        seed % SEEDS == 0,
        List.of(),
        0,
        HORIZON_SECONDS);
  }

  /** Returns a copy in which sites have most nodes. */
  private CampaignScenario withSites(RandomGenerator random) {
    var drafts = new ArrayList<SiteDraft>();
    for (var domain : SITES.subList(0, 1 + random.nextInt(SITES.size()))) {
      drafts.add(SiteDraft.draw(random, domain));
    }
    long lead = 1000L * (2 + random.nextInt(3));
    // with the shorter one, a job is planned for each node only when the one before is over
    int horizon = random.nextInt(4) == 0 ? LONG_HORIZON_SECONDS : SHORT_HORIZON_SECONDS;
    drafts.replaceAll(site -> random.nextInt(4) == 0 ? site.with(SiteDraft.Right.LENT) : site);
    drafts.replaceAll(site -> random.nextInt(4) == 0 ? site.with(SiteDraft.Right.NONE) : site);
    return new CampaignScenario(
        seed,
        own % 4,
        0,
        policy,
        periodMillis,
        leadMillis,
        prepareMillis,
        toleranceMillis,
        snapshotEvery,
        inPostgres,
        false,
        drafts,
        lead,
        horizon);
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
        hostile,
        sites,
        siteLeadMillis,
        horizonSeconds);
  }

  boolean hasAgent() {
    return far > 0 || !sites.isEmpty();
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
    sites.forEach(site -> nodes.addAll(site.soldNodes()));
    return List.copyOf(nodes);
  }

  /** Returns the number of nodes on which every job may run. */
  int firmNodes() {
    var firm = sites.stream().filter(site -> !site.isAdvised());
    return own + far + firm.mapToInt(site -> site.soldNodes().size()).sum();
  }

  boolean hasAdvisedSite() {
    return sites.stream().anyMatch(SiteDraft::isAdvised);
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
      var domains = far > 0 ? FAR : String.join(", ", domains());
      text.append(
          "executor = agents\nagents { listen = \"127.0.0.1:%d\", domains = [%s] }\n"
              .formatted(listen, domains));
    }
    text.append(
        """
        requests-per-second = 100000
        snapshot-every = %d
        cycle { period = %dms, lead = %dms, horizon = %ds, granularity = 100ms, policy = %s }
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
                snapshotEvery,
                periodMillis,
                leadMillis,
                horizonSeconds,
                policy,
                prepareMillis,
                toleranceMillis));
    var all = new ArrayList<>(nodes());
    if (hostile) {
      all.add(HOSTILE_NODE);
    }
    for (var node : all) {
      var domain = node.substring(0, node.lastIndexOf('-'));
      var site = sites.stream().filter(each -> each.domain().equals(domain)).findFirst();
      text.append(
          "  { name = \"%s\", domain = \"%s\", performance = %d, price = \"%s\", properties = [] }\n"
              .formatted(
                  node,
                  domain,
                  site.map(SiteDraft::performance).orElse(1),
                  site.map(SiteDraft::price).orElse("0.010")));
    }
    return text.append("]\n}\n").toString();
  }

  private List<String> domains() {
    return sites.stream().map(SiteDraft::domain).toList();
  }

  @Override
  public String toString() {
    return "%d own and %d far nodes, %s every %d ms%s"
            .formatted(own, far, policy, periodMillis, inPostgres ? ", PostgreSQL" : "")
        + (hostile ? ", a hostile tenant" : "")
        + sites.stream()
            .map(
                site ->
                    ", %s %s of %d nodes"
                        .formatted(site.right().label, site.domain(), site.nodes()))
            .collect(Collectors.joining());
  }
}

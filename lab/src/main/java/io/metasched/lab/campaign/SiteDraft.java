package io.metasched.lab.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Site with a simulated Slurm.
 *
 * @param domain domain of its nodes at the service
 * @param nodes number of its nodes
 * @param sold number of its nodes that the service sells, the first ones
 * @param performance performance of its nodes
 * @param price price of its nodes
 * @param jobs jobs of its local users, in order
 * @param right right by which the agent sells time
 */
record SiteDraft(
    String domain,
    int nodes,
    int sold,
    int performance,
    String price,
    List<LocalBatchJob> jobs,
    Right right) {
  private static final int JOBS = 60;

  /** Right of the agent to sell time of the site. */
  enum Right {
    /** The agent reserves each window. */
    OPERATOR("site"),
    /** The site has lent its nodes for sale in one reservation. */
    LENT("lent site"),
    /** Nothing is reserved, and windows are advised. */
    NONE("advised site");

    final String label;

    Right(String label) {
      this.label = label;
    }
  }

  SiteDraft {
    jobs = List.copyOf(jobs);
  }

  static SiteDraft draw(RandomGenerator random, String domain) {
    int nodes = 4 + random.nextInt(5);
    var jobs = new ArrayList<LocalBatchJob>();
    for (int i = 0; i < JOBS; i++) {
      jobs.add(LocalBatchJob.draw(random, nodes));
    }
    return new SiteDraft(
        domain,
        nodes,
        nodes - random.nextInt(2),
        random.nextInt(4) == 0 ? 2 : 1,
        random.nextBoolean() ? "0.010" : "0.008",
        jobs,
        Right.OPERATOR);
  }

  /** Returns a copy with another right of the agent. */
  SiteDraft with(Right other) {
    return new SiteDraft(domain, nodes, sold, performance, price, jobs, other);
  }

  boolean isAdvised() {
    return right == Right.NONE;
  }

  /** Returns the name of a node at the site. */
  static String atSite(int number) {
    return "n" + number;
  }

  /** Returns the name of a node at the service. */
  String atService(String atSite) {
    return domain + "-" + atSite.substring(1);
  }

  List<String> namesAtSite() {
    return IntStream.rangeClosed(1, nodes).mapToObj(SiteDraft::atSite).toList();
  }

  /** Returns the names at the site of the nodes for sale. */
  List<String> soldAtSite() {
    return namesAtSite().subList(0, sold);
  }

  /** Returns the names at the service of the nodes for sale. */
  List<String> soldNodes() {
    return soldAtSite().stream().map(this::atService).toList();
  }
}

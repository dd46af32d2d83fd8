package io.metasched.service.plan;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Requirements;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.Market;
import io.metasched.service.book.SiteDemand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Sites that jobs accept, as properties of nodes and requirements of jobs, so that a search finds
 * no window on a node whose site the job does not accept. The names of these properties contain a
 * colon, which is in no property of a user.
 */
public final class AcceptedSites {
  /** Beginning of the names of these properties. */
  private static final String MARK = "site:";

  /** Property of each node, unless its site has lost windows. */
  static final String KEEPS_ALL = MARK + "kept=100";

  private static final String ADVISED = MARK + "advised";
  private static final String FIRM_ONLY = ADVISED + "!=yes"; // also met without the property
  private static final int MOST_NAMED = 4;

  private AcceptedSites() {}

  /** Returns a job as passed to the scheduler. */
  static Job job(BookState state, JobSpec spec, long number, int user, Instant submitted) {
    if (state.market().terms().size() == 0) {
      return spec.job(number, user, submitted, state.ticks());
    }
    var demand = spec.sites().orElse(SiteDemand.USUAL);
    var properties = new ArrayList<>(spec.requirements().properties());
    if (!demand.acceptsAdvised()) {
      properties.add(FIRM_ONLY);
    }
    if (demand.leastKeptPercent() > 0) {
      properties.add(MARK + "kept>=" + demand.leastKeptPercent());
    }
    int least = spec.requirements().leastPerformance();
    return spec.withRequirements(new Requirements(least, properties))
        .job(number, user, submitted, state.ticks());
  }

  /** Returns a node with the properties of its site. */
  static Node node(Market market, String name, Node node) {
    if (market.terms().get(name).isEmpty()) {
      return node;
    }
    var properties = new ArrayList<>(node.properties());
    properties.remove(KEEPS_ALL);
    properties.add(MARK + "kept=" + market.keptPercent(name));
    if (market.isAdvised(name)) {
      properties.add(ADVISED);
    }
    return new Node(
        node.id(),
        node.domain(),
        node.performance(),
        node.priceMilli(),
        node.powerMilli(),
        properties);
  }

  /** Returns the requirements without those on sites. */
  static List<String> withoutSites(List<String> properties) {
    return properties.stream().filter(each -> !each.startsWith(MARK)).toList();
  }

  /** Returns whether a job accepts the site of a node. */
  public static boolean accepts(BookState state, JobSpec spec, String node) {
    return isFirmEnough(state.market(), spec, node) && isKeptEnough(state.market(), spec, node);
  }

  private static boolean isFirmEnough(Market market, JobSpec spec, String node) {
    return spec.sites().orElse(SiteDemand.USUAL).acceptsAdvised() || !market.isAdvised(node);
  }

  private static boolean isKeptEnough(Market market, JobSpec spec, String node) {
    int least = spec.sites().orElse(SiteDemand.USUAL).leastKeptPercent();
    return least == 0 || market.terms().get(node).isEmpty() || market.keptPercent(node) >= least;
  }

  /** Returns the first of some nodes whose site a job does not accept. */
  static Optional<String> refused(BookState state, JobSpec spec, Collection<String> nodes) {
    return nodes.stream().filter(node -> !accepts(state, spec, node)).findFirst();
  }

  /** Returns sentences about the nodes that meet a job's requirements, but at no accepted site. */
  public static List<String> sentences(BookState state, Fleet fleet, JobSpec spec) {
    var market = state.market();
    var able =
        fleet.numbered().stream()
            .filter(spec.requirements()::metBy)
            .map(node -> fleet.name(node.id()))
            .toList();
    var sentences = new ArrayList<String>();
    var advised = able.stream().filter(node -> !isFirmEnough(market, spec, node)).toList();
    if (!advised.isEmpty()) {
      sentences.add(
          "%s with advised windows only, which it does not accept (%s)"
              .formatted(of(advised, able), named(advised)));
    }
    var unreliable = able.stream().filter(node -> !isKeptEnough(market, spec, node)).toList();
    if (!unreliable.isEmpty()) {
      int most = unreliable.stream().mapToInt(market::keptPercent).max().orElse(0);
      sentences.add(
          "%s of sites that kept at most %d %% of their windows, below its %d %% (%s)"
              .formatted(
                  of(unreliable, able),
                  most,
                  spec.sites().orElse(SiteDemand.USUAL).leastKeptPercent(),
                  named(unreliable)));
    }
    return sentences;
  }

  private static String of(List<String> some, List<String> all) {
    int left = some.size();
    return "%d of the %d nodes that meet its requirements %s"
        .formatted(left, all.size(), left == 1 ? "is one" : "are ones");
  }

  private static String named(List<String> nodes) {
    var first = String.join(", ", nodes.subList(0, Math.min(MOST_NAMED, nodes.size())));
    return nodes.size() > MOST_NAMED ? first + ", ..." : first;
  }
}

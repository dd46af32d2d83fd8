package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.units;

import io.metasched.simulation.rule.RuleReport;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Rules of the windows of jobs in relation to the requests. */
final class RequestRules {
  private static final Pattern COMPARISON = Pattern.compile("([^<>=!]+)(<=|>=|!=|<|>|=)(.+)");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,6})?");

  private RequestRules() {}

  /** Reports nodes of a window that lack the requested performance or properties. */
  static void requirements(RunIndex run, RuleReport report) {
    run.forEachPart(
        part -> {
          var asked = part.job().job().requirements();
          var node = part.node().node();
          if (node.performance() < asked.leastPerformance()) {
            report.add(
                part.where(),
                "the node's performance must be at least %d, but is %d",
                asked.leastPerformance(),
                node.performance());
          }
          for (var demand : asked.properties()) {
            if (!isMet(demand, node.properties())) {
              report.add(
                  part.where(),
                  "the node must have the property %s, but has %s",
                  demand,
                  node.properties().isEmpty() ? "none" : String.join(", ", node.properties()));
            }
          }
        });
  }

  /** Returns whether a node with the given properties meets a demand. */
  static boolean isMet(String demand, List<String> properties) {
    var parts = COMPARISON.matcher(demand);
    if (!parts.matches()) {
      return properties.contains(demand) || value(demand, properties).isPresent();
    }
    var name = parts.group(1);
    var asked = parts.group(3);
    var has = value(name, properties);
    if (has.isEmpty()) {
      return parts.group(2).equals("!=") && !properties.contains(name);
    }
    boolean areNumbers = NUMBER.matcher(has.get()).matches() && NUMBER.matcher(asked).matches();
    int order =
        areNumbers
            ? new BigDecimal(has.get()).compareTo(new BigDecimal(asked))
            : has.get().equals(asked) ? 0 : 1;
    return switch (parts.group(2)) {
      case "=" -> order == 0;
      case "!=" -> order != 0;
      case ">=" -> areNumbers && order >= 0;
      case "<=" -> areNumbers && order <= 0;
      case ">" -> areNumbers && order > 0;
      default -> areNumbers && order < 0;
    };
  }

  private static Optional<String> value(String name, List<String> properties) {
    return properties.stream()
        .filter(property -> property.startsWith(name + "="))
        .map(property -> property.substring(name.length() + 1))
        .findFirst();
  }

  /** Reports parts that start before the job's earliest start. */
  static void earliest(RunIndex run, RuleReport report) {
    run.forEachPart(
        part -> {
          long earliest = part.job().job().earliestStart();
          if (part.placement().start() < earliest) {
            report.add(
                part.where(),
                "it must not start before %s, but starts at %s",
                units(earliest),
                units(part.placement().start()));
          }
        });
  }

  /** Reports parts that cost more per unit of time than the job's limit. */
  static void priceLimit(RunIndex run, RuleReport report) {
    run.forEachPart(
        part -> {
          long limit = part.job().job().slotPriceLimitMilli();
          if (part.placement().priceMilli() > limit) {
            report.add(
                part.where(),
                "its price must be at most %s, but is %s",
                units(limit),
                units(part.placement().priceMilli()));
          }
        });
  }

  /** Reports reservations that end after the job's deadline. */
  static void deadline(RunIndex run, RuleReport report) {
    run.forEachPart(
        part -> {
          long deadline = part.job().job().deadlineTick();
          if (part.placement().end() > deadline) {
            report.add(
                part.where(),
                "its reservation must end by %s, but ends at %s",
                units(deadline),
                units(part.placement().end()));
          }
        });
  }
}

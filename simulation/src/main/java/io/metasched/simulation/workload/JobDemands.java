package io.metasched.simulation.workload;

import io.metasched.resource.model.Properties;
import io.metasched.resource.model.Requirements;
import io.metasched.simulation.input.InputType;
import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Pattern;

/** Requirements of jobs on nodes, as written in files: {@code memory >= 64 and gpu == a100}. */
final class JobDemands {
  private static final String PERFORMANCE = "performance";
  private static final int MOST = 20;
  private static final Pattern BETWEEN = Pattern.compile("\\s*;\\s*|\\s+and\\s+");
  private static final Pattern LEAST = Pattern.compile(PERFORMANCE + "\\s*>=\\s*([1-9][0-9]{0,6})");

  static final InputType<Requirements> TYPE =
      new InputType<>(
          "properties, or properties compared with values, with `and` or semicolons between them,"
              + " such as ssd and memory >= 64 and gpu == a100; also performance >= 5",
          false,
          JobDemands::parse,
          JobDemands::print);

  private JobDemands() {}

  private static Optional<Requirements> parse(String text) {
    int leastPerformance = 0;
    var properties = new ArrayList<String>();
    var parts = BETWEEN.split(text, -1);
    if (parts.length > MOST) {
      return Optional.empty();
    }
    for (var part : parts) {
      var least = LEAST.matcher(part.strip());
      if (least.matches()) {
        leastPerformance = Math.max(leastPerformance, Integer.parseInt(least.group(1)));
        continue;
      }
      try {
        var demand = Properties.demand(part);
        if (demand.matches(PERFORMANCE + "([<>=!].*)?")) {
          return Optional.empty(); // performance has a lower bound only
        }
        properties.add(demand);
      } catch (IllegalArgumentException none) {
        return Optional.empty();
      }
    }
    return Optional.of(new Requirements(leastPerformance, properties));
  }

  private static String print(Requirements requirements) {
    var parts = new ArrayList<String>();
    if (requirements.leastPerformance() > 0) {
      parts.add(PERFORMANCE + ">=" + requirements.leastPerformance());
    }
    parts.addAll(requirements.properties());
    return String.join(" and ", parts);
  }
}

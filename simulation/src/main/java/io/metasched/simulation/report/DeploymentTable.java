package io.metasched.simulation.report;

import static io.metasched.metascheduler.program.TextTable.left;
import static io.metasched.metascheduler.program.TextTable.right;

import io.metasched.metascheduler.program.TextTable;
import io.metasched.simulation.rows.Deployment;
import io.metasched.simulation.rows.Deployment.Jvm;
import io.metasched.simulation.rows.Deployment.Traffic;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * Printed table of the JVMs of a run: their actors, and the amounts that each JVM sent and
 * received.
 */
public final class DeploymentTable {
  private static final int MOST_NUMBERS = 8;
  private static final double KIBI = 1024;

  private DeploymentTable() {}

  /** Returns the table; JVM 0 is the caller of the run. */
  public static String of(Deployment deployment) {
    return TextTable.of(
        "JVMs, and the traffic between them (kB of 1024 bytes)",
        deployment.jvms(),
        List.of(
            right("jvm", jvm -> Integer.toString(jvm.number())),
            left("place", Jvm::place),
            left("roles", jvm -> String.join(", ", jvm.roles())),
            left(deployment.owners(), jvm -> numbers(jvm.owners())),
            left("metaschedulers", jvm -> numbers(jvm.metaschedulers())),
            right("users", jvm -> Integer.toString(jvm.users())),
            right("sent", jvm -> messages(deployment, t -> t.from() == jvm.number())),
            right("kB", jvm -> kilobytes(deployment, t -> t.from() == jvm.number())),
            right("got", jvm -> messages(deployment, t -> t.to() == jvm.number())),
            right("kB", jvm -> kilobytes(deployment, t -> t.to() == jvm.number()))));
  }

  private static String messages(Deployment deployment, Predicate<Traffic> some) {
    return Long.toString(sum(deployment, some, Traffic::messages));
  }

  private static String kilobytes(Deployment deployment, Predicate<Traffic> some) {
    return TextTable.decimal(sum(deployment, some, Traffic::bytes) / KIBI, 1);
  }

  private static long sum(
      Deployment deployment, Predicate<Traffic> some, ToLongFunction<Traffic> value) {
    return deployment.traffic().stream().filter(some).mapToLong(value).sum();
  }

  private static String numbers(List<Integer> numbers) {
    if (numbers.isEmpty()) {
      return "-";
    }
    var first = numbers.stream().limit(MOST_NUMBERS).map(String::valueOf).toList();
    int more = numbers.size() - first.size();
    return String.join(" ", first) + (more > 0 ? " and %d more".formatted(more) : "");
  }
}

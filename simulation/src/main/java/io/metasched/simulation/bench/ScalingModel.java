package io.metasched.simulation.bench;

import io.metasched.simulation.bench.ScalingRow.Spent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a process spends, by what it does: so much for each message and each byte it sends or gets,
 * each slot its owners offer, each slot that is planned with, and something in any case. Fitted to
 * the processes of all rows by least squares of the relative errors, no cost below 0.
 *
 * @param costs seconds for each, in the order of {@link #NAMES}
 * @param residual root of the mean square of the relative errors
 * @param processes how many it is fitted to
 */
record ScalingModel(List<Double> costs, double residual, int processes) {
  ScalingModel {
    costs = List.copyOf(costs);
  }

  /** What costs are of. */
  static final List<String> NAMES = List.of("message", "byte", "ownedSlot", "plannedSlot", "jvm");

  private static final int COSTS = NAMES.size();

  /** What one process does, and what it spends. */
  private static final class Point {
    final double[] amounts;
    final double seconds;

    Point(double[] amounts, double seconds) {
      this.amounts = amounts;
      this.seconds = seconds;
    }
  }

  /** A wall time that is expected of real hosts, in seconds. */
  record Prediction(int jvms, double wallSeconds, double waitSeconds) {}

  /** Fits the costs; what no row tells apart may be told of another cost. */
  static ScalingModel of(List<ScalingRow> rows) {
    var points = new ArrayList<Point>();
    for (var row : rows) {
      for (var jvm : row.jvms()) {
        if (jvm.processorSeconds() > 0) {
          points.add(new Point(amounts(row, jvm), jvm.processorSeconds()));
        }
      }
    }
    // amounts in units of their greatest, since bytes and JVMs are far apart
    double[] units = new double[COSTS];
    for (int i = 0; i < COSTS; i++) {
      int cost = i;
      units[i] = points.stream().mapToDouble(p -> p.amounts[cost]).max().orElse(0);
      for (var point : points) {
        point.amounts[i] /= Math.max(1, units[i]);
      }
    }
    double[] best = new double[COSTS];
    double least = squares(points, best);
    // with five costs it is quickest to try which of them are 0
    for (int chosen = 1; chosen < 1 << COSTS; chosen++) {
      double[] costs = LeastSquares.solve(normal(points, chosen));
      double error = squares(points, costs);
      if (isSound(costs) && error < least) {
        best = costs;
        least = error;
      }
    }
    int count = Math.max(1, points.size());
    for (int i = 0; i < COSTS; i++) {
      best[i] /= Math.max(1, units[i]);
    }
    var costs = Arrays.stream(best).boxed().toList();
    return new ScalingModel(costs, Math.sqrt(least / count), points.size());
  }

  private static double[] amounts(ScalingRow row, Spent jvm) {
    return new double[] {
      jvm.messages(), jvm.bytes(), row.slots() * jvm.owned(), jvm.plans() ? row.slots() : 0, 1
    };
  }

  private static boolean isSound(double[] costs) {
    for (double cost : costs) {
      if (!(cost >= 0)) {
        return false;
      }
    }
    return true;
  }

  /** The normal equations of the chosen costs; the others are 0. */
  private static double[][] normal(List<Point> points, int chosen) {
    var equations = new double[COSTS][COSTS + 1];
    for (int i = 0; i < COSTS; i++) {
      if ((chosen >> i & 1) == 0) {
        equations[i][i] = 1;
        continue;
      }
      for (var point : points) {
        double own = point.amounts[i] / point.seconds;
        for (int j = 0; j < COSTS; j++) {
          if ((chosen >> j & 1) == 1) {
            equations[i][j] += own * point.amounts[j] / point.seconds;
          }
        }
        equations[i][COSTS] += own;
      }
    }
    return equations;
  }

  private static double squares(List<Point> points, double[] costs) {
    double sum = 0;
    for (var point : points) {
      double relative = expected(point.amounts, costs) / point.seconds - 1;
      sum += relative * relative;
    }
    return sum;
  }

  private static double expected(double[] amounts, double[] costs) {
    double sum = 0;
    for (int i = 0; i < COSTS; i++) {
      sum += costs[i] * amounts[i];
    }
    return sum;
  }

  /**
   * The wall time of a row's work over other JVMs, each with a host of its own. The caller, the
   * metascheduler and the owners wait for each other, so their times add up; the owners of
   * different JVMs work side by side.
   *
   * @param row over several JVMs, whose messages are taken as they are, but for those that stay
   *     within the metascheduler's JVM when it has fewer domains
   * @param roundTripSeconds of the network
   */
  Prediction predict(ScalingRow row, int jvms, double roundTripSeconds) {
    double measured = row.setting().jvms();
    double more = measured > 1 ? (1 - 1.0 / jvms) / (1 - 1 / measured) : 1;
    var each = costs.stream().mapToDouble(Double::doubleValue).toArray();
    double hub = 0;
    double owners = 0;
    for (int at = 0; at < row.jvms().size(); at++) {
      var jvm = row.jvms().get(at);
      boolean isHub = at == 0 || jvm.plans();
      double messages = at == 0 ? 1 : more;
      double[] amounts = {
        messages * jvm.messages(), messages * jvm.bytes(), 0, jvm.plans() ? row.slots() : 0, 0
      };
      if (isHub) {
        hub += expected(amounts, each);
      } else {
        owners += expected(amounts, each);
      }
    }
    // owners beside the metascheduler sent nothing over the network; now nearly all do
    owners *= measured > 1 ? measured / (measured - 1) : 1;
    owners += expected(new double[] {0, 0, row.slots(), 0, 0}, each);
    double wait = row.rounds() * roundTripSeconds;
    double inAnyCase = expected(new double[] {0, 0, 0, 0, 1}, each);
    return new Prediction(jvms, hub + owners / jvms + inAnyCase + wait, wait);
  }
}

package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.BenchFigure;
import io.metasched.lab.bench.BenchFigure.Curve;
import io.metasched.lab.bench.BenchFigure.Point;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Charts of a scaling experiment: a curve for each work, over the number of JVMs. */
final class ScalingFigures {
  private static final String JVMS = "JVMs";
  private static final double MEBI = 1 << 20;

  private ScalingFigures() {}

  /** Returns the charts of rows of one kind; empty if all rows have the same number of JVMs. */
  static List<BenchFigure> of(String kind, List<ScalingComparison> rows) {
    var scaled = rows.stream().filter(c -> c.row().setting().driver() != Driver.ENGINE).toList();
    if (scaled.stream().map(c -> c.row().setting().jvms()).distinct().count() < 2) {
      return List.of();
    }
    var charts = new ArrayList<BenchFigure>();
    var speedUp = curves(scaled, c -> c.speedUp().orElseThrow());
    speedUp.add(ideal(scaled));
    charts.add(new BenchFigure(title(kind, "speed-up"), JVMS, "times as fast", 2, speedUp));
    charts.add(
        chart(kind, "efficiency", "speed-up / JVMs", 2, scaled, c -> c.efficiency().orElseThrow()));
    charts.add(chart(kind, "wall time", "s", 2, scaled, c -> c.row().wallSeconds()));
    charts.add(
        chart(
            kind,
            "processor time of all processes",
            "s",
            2,
            scaled,
            c -> c.row().processorSeconds()));
    charts.add(chart(kind, "messages", "from JVM to JVM", 0, scaled, c -> c.row().messages()));
    charts.add(chart(kind, "bytes", "MiB sent", 1, scaled, c -> c.row().bytes() / MEBI));
    charts.add(
        chart(
            kind,
            "memory of the JVM that uses most",
            "MiB",
            0,
            scaled,
            c -> c.row().mostMemoryBytes() / MEBI));
    return charts;
  }

  private static String title(String kind, String what) {
    return kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1) + ": " + what;
  }

  private static BenchFigure chart(
      String kind,
      String what,
      String unit,
      int decimals,
      List<ScalingComparison> rows,
      ToDoubleFunction<ScalingComparison> value) {
    return new BenchFigure(title(kind, what), JVMS, unit, decimals, curves(rows, value));
  }

  private static List<Curve> curves(
      List<ScalingComparison> rows, ToDoubleFunction<ScalingComparison> value) {
    var curves = new ArrayList<Curve>();
    for (var work : rows.stream().map(ScalingComparison::work).distinct().toList()) {
      var points =
          rows.stream()
              .filter(c -> c.work().equals(work))
              .map(c -> new Point(c.row().setting().jvms(), value.applyAsDouble(c)))
              .toList();
      curves.add(new Curve(work.toString(), points));
    }
    return curves;
  }

  private static Curve ideal(List<ScalingComparison> rows) {
    var numbers = rows.stream().map(c -> c.row().setting().jvms()).distinct().sorted().toList();
    return new Curve(
        "linear speed-up",
        numbers.stream().map(n -> new Point(n, (double) n / numbers.get(0))).toList());
  }
}

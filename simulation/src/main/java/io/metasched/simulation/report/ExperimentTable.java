package io.metasched.simulation.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import io.metasched.simulation.experiment.Cell;
import io.metasched.simulation.experiment.ExperimentResult;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What an experiment prints: its cells beside the paper's, then the claims. */
public final class ExperimentTable {
  private ExperimentTable() {}

  /** The table and the claims. */
  public static String of(ExperimentResult result) {
    var profile = result.profile();
    var text = new StringBuilder();
    text.append(
        "%s: %s%n%s; %d replications, seed %d; %d schedules passed the check%n"
            .formatted(
                profile.name(),
                profile.summary(),
                profile.source(),
                result.measurements().replications(),
                result.runSeed(),
                result.measurements().schedulesChecked()));
    text.append(
        AsciiTable.getTable(
            AsciiTable.NO_BORDERS,
            result.cells(),
            List.of(
                column("row", HorizontalAlign.LEFT)
                    .with((Cell cell) -> cell.measure().series().row()),
                column("column", HorizontalAlign.LEFT)
                    .with(cell -> cell.measure().series().column()),
                column("paper", HorizontalAlign.RIGHT).with(cell -> number(cell.measure().paper())),
                column("ours", HorizontalAlign.RIGHT).with(cell -> number(cell.ours().mean())),
                column("+-", HorizontalAlign.RIGHT).with(cell -> number(cell.ours().ci95())),
                column("differs", HorizontalAlign.RIGHT).with(ExperimentTable::difference),
                column("allowed", HorizontalAlign.RIGHT)
                    .with(cell -> percent(cell.measure().tolerance())),
                column("verdict", HorizontalAlign.LEFT).with(cell -> cell.verdict().label()))));
    text.append('\n');
    for (var claim : result.claims()) {
      text.append(
          "%n%s %s%n      %s%n      %s%n"
              .formatted(
                  claim.holds() ? "true " : "FALSE", claim.id(), claim.text(), claim.measured()));
    }
    return text.toString();
  }

  private static Column column(String header, HorizontalAlign align) {
    return new Column().header(header).headerAlign(align).dataAlign(align);
  }

  private static String difference(Cell cell) {
    var paper = cell.measure().paper();
    return paper.isEmpty() || paper.getAsDouble() == 0
        ? "-"
        : String.format(
            Locale.ROOT, "%+.1f %%", 100 * (cell.ours().mean() / paper.getAsDouble() - 1));
  }

  private static String percent(OptionalDouble share) {
    return share.isEmpty() ? "-" : String.format(Locale.ROOT, "%.0f %%", 100 * share.getAsDouble());
  }

  private static String number(OptionalDouble value) {
    return value.isEmpty() ? "-" : number(value.getAsDouble());
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.4f" : "%.1f", value);
  }
}

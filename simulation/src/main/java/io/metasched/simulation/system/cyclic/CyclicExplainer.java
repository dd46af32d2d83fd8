package io.metasched.simulation.system.cyclic;

import static io.metasched.simulation.rows.Decimals.ofThousandths;

import io.metasched.simulation.kernel.Explainer;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.DecisionRow;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import java.util.ArrayList;
import java.util.List;

/** The history of a job in a cyclic run, with the reasons of all decisions. */
public final class CyclicExplainer implements Explainer<CyclicRun> {

  @Override
  public List<String> explain(CyclicRun run, String job) {
    var row =
        run.jobs().stream()
            .filter(each -> each.job().id().toString().equals(job) || each.name().equals(job))
            .findFirst();
    var lines = new ArrayList<String>();
    row.ifPresent(
        found -> {
          lines.addAll(JobWords.of(run, found));
          run.decisions().stream()
              .filter(decision -> decision.job().equals(found.job().id()))
              .forEach(decision -> lines.add(line(decision)));
          lines.add("  " + ending(found));
        });
    return lines;
  }

  private static String line(DecisionRow decision) {
    var cycle = decision.cycle() < 0 ? "" : "cycle " + decision.cycle();
    var text = new StringBuilder();
    text.append(
        "  %12s  %-9s %s".formatted(ofThousandths(decision.tick()), cycle, decision.event()));
    if (!decision.reason().isEmpty()) {
      text.append(": ").append(DecisionRow.meaning(decision.reason()));
    }
    if (!decision.detail().isEmpty()) {
      text.append(" (").append(decision.detail()).append(')');
    }
    return text.toString();
  }

  private static String ending(JobRow row) {
    return switch (row.outcome()) {
      case FINISHED ->
          "so it finished at %s%s, charged %s, paid back %s"
              .formatted(
                  ofThousandths(row.endTick()),
                  row.stopped() ? " (stopped at its reserved end)" : "",
                  ofThousandths(row.costMilli()),
                  ofThousandths(row.refundMilli()));
      case REFUSED -> "so it was refused: " + DecisionRow.meaning(row.reason());
      case WITHDRAWN -> "so its user withdrew it at " + ofThousandths(row.endTick());
      case WAITING -> "so it was still waiting when the run ended";
      case BOOKED -> "so it was still booked when the run ended";
    };
  }
}

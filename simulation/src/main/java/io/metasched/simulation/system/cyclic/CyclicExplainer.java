package io.metasched.simulation.system.cyclic;

import static io.metasched.simulation.rows.Decimals.ofThousandths;

import io.metasched.simulation.kernel.Explainer;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.DecisionRow;
import io.metasched.simulation.system.cyclic.rows.Postponements;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** Explainer of a cyclic run: the history of a job, with the reason of each decision. */
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
          lines.addAll(JobMessages.of(run, found));
          var id = found.job().id();
          var lastCycles = Postponements.lastCycles(run, id);
          run.decisions().stream()
              .filter(decision -> decision.job().equals(id))
              .forEach(decision -> lines.add(line(decision, lastCycles)));
          lines.add("  " + JobMessages.ending(found));
        });
    return lines;
  }

  private static String line(DecisionRow decision, SortedMap<Integer, Integer> lastCycles) {
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
    int last = lastCycles.getOrDefault(decision.cycle(), decision.cycle());
    if (decision.event().equals("postponed") && last > decision.cycle()) {
      text.append(", and by each cycle up to ").append(last);
    }
    return text.toString();
  }
}

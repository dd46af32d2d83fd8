package io.metasched.simulation.system.whatif.rows;

import io.metasched.simulation.rows.RunFormat;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.Table;
import java.util.List;

/**
 * Tables of a run of one method.
 *
 * @param facts row of run.csv
 * @param jobs the clusters' own jobs by (submit, id)
 * @param requests requests by (submit, id)
 * @param probes probes by request, in that order, then by cluster
 * @param slots slots by request, cluster and start, in that order
 */
public record WhatIfRun(
    WhatIfFacts facts,
    List<WhatIfJobRow> jobs,
    List<RequestRow> requests,
    List<ProbeRow> probes,
    List<SlotRow> slots)
    implements RunTables {
  /** Tables of a run; the table of the title is first. */
  public static final RunFormat<WhatIfRun> FORMAT =
      new RunFormat<>(
          WhatIfRun.class,
          List.of(
              new Table<>(WhatIfFacts.FORMAT, run -> List.of(run.facts())),
              new Table<>(WhatIfJobRow.FORMAT, WhatIfRun::jobs),
              new Table<>(RequestRow.FORMAT, WhatIfRun::requests),
              new Table<>(ProbeRow.FORMAT, WhatIfRun::probes),
              new Table<>(SlotRow.FORMAT, WhatIfRun::slots)));

  public WhatIfRun {
    jobs = List.copyOf(jobs);
    requests = List.copyOf(requests);
    probes = List.copyOf(probes);
    slots = List.copyOf(slots);
  }

  /** Returns the number of processors of all clusters. */
  public int processors() {
    return facts.processors().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public RunTitle title() {
    return facts.title();
  }
}

package io.metasched.simulation.system.whatif;

import io.metasched.simulation.rows.RunFormat;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.Table;
import java.util.List;

/**
 * All that a run of one method leaves behind.
 *
 * @param facts the row of run.csv
 * @param jobs the clusters' own jobs by (submit, id)
 * @param requests by (submit, id)
 * @param probes by request, in that order, then by cluster
 * @param slots by request, cluster and start, in that order
 */
public record WhatIfRun(
    WhatIfFacts facts,
    List<WhatIfJobRow> jobs,
    List<RequestRow> requests,
    List<ProbeRow> probes,
    List<SlotRow> slots)
    implements RunTables {
  /** The tables, that of the title first. */
  static final RunFormat<WhatIfRun> FORMAT =
      new RunFormat<>(
          WhatIfRun.class,
          List.of(
              new Table<>(WhatIfFacts.FORMAT, run -> List.of(run.facts())),
              new Table<>(WhatIfJobRow.FORMAT, WhatIfRun::jobs),
              new Table<>(RequestRow.FORMAT, WhatIfRun::requests),
              new Table<>(ProbeRow.FORMAT, WhatIfRun::probes),
              new Table<>(SlotRow.FORMAT, WhatIfRun::slots)));

  /** Copies the lists. */
  public WhatIfRun {
    jobs = List.copyOf(jobs);
    requests = List.copyOf(requests);
    probes = List.copyOf(probes);
    slots = List.copyOf(slots);
  }

  /** Processors of all clusters. */
  public int processors() {
    return facts.processors().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public RunTitle title() {
    return facts.title();
  }
}

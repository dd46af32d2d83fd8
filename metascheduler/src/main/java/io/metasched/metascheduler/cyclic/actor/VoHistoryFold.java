package io.metasched.metascheduler.cyclic.actor;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.scheduling.CycleReport;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.EventFold;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** History of a metascheduler as the fold of its events, for the reports at the end of a run. */
final class VoHistoryFold implements EventFold<VoHistoryFold.History> {

  /** All events of the job flow, and the reports of all cycles. */
  static final class History {
    private final List<FlowEvent> events = new ArrayList<>();
    private final TreeMap<Integer, CycleReport> cycles = new TreeMap<>();

    List<FlowEvent> events() {
      return events;
    }

    List<CycleReport> cycles() {
      return List.copyOf(cycles.values());
    }
  }

  @Override
  public History empty() {
    return new History();
  }

  @Override
  public History apply(History history, CborSerializable event) {
    if (event instanceof MetaschedulerEvent.Concluded concluded) {
      history.events.addAll(concluded.events());
      var report = concluded.report();
      if (report != null) {
        history.cycles.put(report.cycle(), report);
      }
    }
    return history;
  }
}

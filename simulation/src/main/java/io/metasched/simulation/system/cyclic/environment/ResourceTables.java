package io.metasched.simulation.system.cyclic.environment;

import io.metasched.resource.model.Span;
import io.metasched.simulation.input.InputTable;
import java.util.ArrayList;

/** Tables of the resources of a run; reading them yields equal resources. */
public final class ResourceTables {
  private ResourceTables() {}

  /** Returns the table of the nodes. */
  public static InputTable<NodeEntry> nodes(Environment environment) {
    var entries =
        environment.nodes().stream().map(node -> NodeEntry.of(node, environment.names())).toList();
    return new InputTable<>(NodeEntry.FORMAT, entries);
  }

  /**
   * Returns the table of the local jobs.
   *
   * @param blockTicks length of the blocks of time that owners open, in ticks
   * @param until tick from which no more jobs are needed; the last block is complete
   */
  public static InputTable<LocalEntry> local(Environment environment, long blockTicks, long until) {
    var entries = new ArrayList<LocalEntry>();
    var plan = environment.localLoad().plan(blockTicks);
    for (var node : environment.nodes()) {
      var name = environment.names().nodes().label(node.id());
      long end = 0;
      while (end < until) {
        var block = Span.of(end, blockTicks);
        for (var span : plan.load(node.id(), block)) {
          entries.add(LocalEntry.of(name, true, span.start(), span.lengthTicks()));
        }
        end = block.end();
      }
      var arrivals = environment.localLoad().arrivals(node.id());
      while (arrivals.advance() && arrivals.tick() < end) {
        entries.add(LocalEntry.of(name, false, arrivals.tick(), arrivals.lengthTicks()));
      }
    }
    return new InputTable<>(LocalEntry.FORMAT, entries);
  }
}

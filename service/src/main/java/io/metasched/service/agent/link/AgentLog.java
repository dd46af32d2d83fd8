package io.metasched.service.agent.link;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Log lines about the state of agents: one for each agent and change of its state. */
final class AgentLog {
  private static final int SHOWN_NODES = 4;

  private enum State {
    BEATING,
    CLOCK_OFF,
    CLOCK_TOO_FAR_OFF,
    SILENT
  }

  private final Duration silence;
  private final Instant begun;
  private final Consumer<String> warnings;
  private final Consumer<String> news;
  private final TreeMap<String, State> states = new TreeMap<>();
  private final TreeMap<String, Instant> silentSince = new TreeMap<>();
  private final TreeMap<String, List<String>> awaited = new TreeMap<>();

  /**
   * Creates a log.
   *
   * @param silence time without a heartbeat after which an agent counts as silent
   * @param awaited nodes of each domain that agents are expected to offer
   * @param begun time from which agents can report
   * @param warnings receives the lines for an administrator
   * @param news receives all other lines
   */
  AgentLog(
      Duration silence,
      Map<String, List<String>> awaited,
      Instant begun,
      Consumer<String> warnings,
      Consumer<String> news) {
    this.silence = silence;
    this.begun = begun;
    this.warnings = warnings;
    this.news = news;
    this.awaited.putAll(awaited);
  }

  /** Checks the state of an agent. Called when a heartbeat arrives, and periodically. */
  void look(AgentTitle title, Instant lastBeat, Optional<ClockOffset> offset, Instant now) {
    var before = states.get(title.id());
    var state = state(before, lastBeat, offset, now);
    if (state == before) {
      return;
    }
    states.put(title.id(), state);
    var agent = "Agent of %s (%s)".formatted(title.domain(), title.id());
    var nodes = names(title.nodes().stream().map(OfferedNode::name).toList());
    switch (state) {
      case SILENT -> {
        silentSince.put(title.id(), lastBeat);
        warnings.accept(
            "%s: no heartbeat since %s; not sold: %s".formatted(agent, lastBeat, nodes));
      }
      case CLOCK_OFF, CLOCK_TOO_FAR_OFF -> {
        long millis = offset.map(each -> -each.offset().toMillis()).orElse(0L);
        var sales =
            state == State.CLOCK_TOO_FAR_OFF
                ? "; not sold: " + nodes
                : before == State.CLOCK_TOO_FAR_OFF ? "; sold again: " + nodes : "";
        warnings.accept("%s: its clock is off by %d ms%s".formatted(agent, millis, sales));
      }
      case BEATING -> {
        if (before == null) {
          news.accept("%s: offers %s".formatted(agent, nodes));
        } else if (before == State.SILENT) {
          var since = silentSince.getOrDefault(title.id(), lastBeat);
          news.accept(
              "%s: heartbeats resumed after %d s"
                  .formatted(agent, Duration.between(since, lastBeat).toSeconds()));
        } else {
          news.accept("%s: its clock is right again".formatted(agent));
        }
      }
    }
  }

  private State state(
      @org.jspecify.annotations.Nullable State before,
      Instant lastBeat,
      Optional<ClockOffset> offset,
      Instant now) {
    if (Duration.between(lastBeat, now).compareTo(silence) > 0) {
      return State.SILENT;
    } else if (offset.isEmpty()) { // the agent has just started and has not compared the clocks yet
      return before == null || before == State.SILENT ? State.BEATING : before;
    } else if (!offset.get().allowsSelling()) {
      return State.CLOCK_TOO_FAR_OFF;
    }
    return offset.get().isShown() ? State.CLOCK_OFF : State.BEATING;
  }

  /** Reports the nodes that no agent has offered, once, after the silence limit. */
  void lookForAwaited(Collection<String> offered, Instant now) {
    if (awaited.isEmpty() || Duration.between(begun, now).compareTo(silence) <= 0) {
      return;
    }
    awaited.forEach(
        (domain, nodes) -> {
          var missing = new TreeSet<>(nodes);
          missing.removeAll(offered);
          if (!missing.isEmpty()) {
            warnings.accept(
                "Agent of %s: no heartbeat since the start; not sold: %s"
                    .formatted(domain, names(List.copyOf(missing))));
          }
        });
    awaited.clear();
  }

  static String names(List<String> nodes) {
    var shown = String.join(", ", nodes.subList(0, Math.min(SHOWN_NODES, nodes.size())));
    int more = nodes.size() - SHOWN_NODES;
    return more > 0 ? "%s and %d more".formatted(shown, more) : shown;
  }
}

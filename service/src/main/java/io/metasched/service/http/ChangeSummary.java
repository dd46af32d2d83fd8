package io.metasched.service.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.Answers;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.Recorded;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What some events are about, in short, so that a page knows which of its views to ask for again.
 * Summaries of parts of the events add up to that of all of them. Not safe for threads while events
 * are added.
 */
final class ChangeSummary {
  /** So many jobs, nodes or accounts are named; of more it is only said that they are many. */
  static final int MOST = 50;

  private final TreeSet<String> events = new TreeSet<>();
  private final Names jobs = new Names("jobs");
  private final Names nodes = new Names("nodes");
  private final Names accounts = new Names("accounts");
  private Optional<Instant> first = Optional.empty();

  /** A few names, or many. */
  private static final class Names {
    private final String what;
    private final TreeSet<String> few = new TreeSet<>();
    private boolean areMany;

    Names(String what) {
      this.what = what;
    }

    void add(Collection<String> more) {
      if (!areMany) {
        few.addAll(more);
        areMany = few.size() > MOST;
      }
      if (areMany) {
        few.clear();
      }
    }

    void add(Names others) {
      areMany |= others.areMany;
      add(others.few);
    }

    void write(ObjectNode json, ArrayNode many) {
      few.forEach(json.putArray(what)::add);
      if (areMany) {
        many.add(what);
      }
    }
  }

  /**
   * Adds an event.
   *
   * @param account whose it is
   */
  void add(Recorded recorded, Optional<String> account) {
    BookEvent event = recorded.event();
    events.add(EventWords.name(event));
    EventWords.job(event).ifPresent(id -> jobs.add(List.of(id)));
    nodes.add(EventWords.nodes(event));
    account.filter(id -> !id.isEmpty()).ifPresent(id -> accounts.add(List.of(id)));
    beginWith(recorded.at());
  }

  /** Adds some of an event, as the owner of a node that it is on may see it. */
  void addOnNode(Recorded recorded, String node) {
    events.add(EventWords.name(recorded.event()));
    EventWords.job(recorded.event()).ifPresent(id -> jobs.add(List.of(id)));
    nodes.add(List.of(node));
    beginWith(recorded.at());
  }

  /** Adds all that another one has. */
  void add(ChangeSummary other) {
    events.addAll(other.events);
    jobs.add(other.jobs);
    nodes.add(other.nodes);
    accounts.add(other.accounts);
    other.first.ifPresent(this::beginWith);
  }

  private void beginWith(Instant at) {
    first = first.filter(earlier -> earlier.isBefore(at)).or(() -> Optional.of(at));
  }

  /** Whether there is no event. */
  boolean isEmpty() {
    return events.isEmpty();
  }

  /**
   * As the API has it.
   *
   * @param seq the number of the last event that was looked at
   */
  ObjectNode json(long seq) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("seq", seq);
    first.ifPresent(at -> json.put("at", Answers.time(at)));
    events.forEach(json.putArray("events")::add);
    var many = JsonNodeFactory.instance.arrayNode();
    jobs.write(json, many);
    nodes.write(json, many);
    accounts.write(json, many);
    json.set("many", many);
    return json;
  }
}

package io.metasched.service.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.Answers;
import io.metasched.service.api.EventWords;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.Recorded;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Summary of events, from which a page derives the views to reload. Summaries of consecutive events
 * can be added up. Not thread-safe while events are added.
 */
final class ChangeSummary {
  /** Number of jobs, nodes or accounts up to which their names are listed. */
  static final int MOST = 50;

  private final TreeSet<String> events = new TreeSet<>();
  private final Names jobs = new Names("jobs");
  private final Names nodes = new Names("nodes");
  private final Names accounts = new Names("accounts");
  private Optional<Instant> first = Optional.empty();

  /** Set of names, or a mark that there are too many names to list. */
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
   * @param ofEvent accounts of the event
   */
  void add(Recorded recorded, List<String> ofEvent) {
    BookEvent event = recorded.event();
    events.add(EventWords.name(event));
    jobs.add(event.jobs());
    nodes.add(EventWords.nodes(event));
    accounts.add(ofEvent.stream().filter(id -> !id.isEmpty()).toList());
    beginWith(recorded.at());
  }

  /** Adds the part of an event that the owner of a node may see. */
  void addOnNode(Recorded recorded, String node) {
    events.add(EventWords.name(recorded.event()));
    EventWords.job(recorded.event()).ifPresent(id -> jobs.add(List.of(id)));
    nodes.add(List.of(node));
    beginWith(recorded.at());
  }

  /** Adds all events of another summary. */
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

  boolean isEmpty() {
    return events.isEmpty();
  }

  /**
   * Returns the summary in the format of the API.
   *
   * @param seq number of the last event that was evaluated
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

package io.metasched.service.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.api.JobReader;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.Recorded;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Small state with one account with a balance of 12.000 and three nodes: two nodes with a GPU at
 * 0.010, and a faster node.
 */
public final class SmallBook {
  public static final Instant NOW = Instant.parse("2026-01-07T13:20:00Z");
  private static final Duration GRANULARITY = Duration.ofSeconds(1);
  private static final ObjectMapper JSON = new ObjectMapper();

  public final Fleet fleet;
  public final CycleSettings settings =
      new CycleSettings(
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofDays(7),
          GRANULARITY,
          10,
          "backfilling",
          new TreeMap<>(),
          1000);
  private BookState state = BookState.EMPTY;

  /** Creates a state with the default nodes. */
  public SmallBook() {
    this(
        new FleetNode("d-0", "d", 1, 10, List.of("gpu")),
        new FleetNode("d-1", "d", 1, 10, List.of("gpu")),
        new FleetNode("d-2", "d", 2, 12, List.of()));
  }

  /** Creates a state with the given nodes. */
  public SmallBook(FleetNode... nodes) {
    fleet = new Fleet(List.of(nodes));
    write(new BookEvent.Founded(NOW));
    write(new BookEvent.AccountOpened("a", 0));
    write(new BookEvent.Deposited("a", 12_000, Optional.empty(), ""));
  }

  public BookState state() {
    return state;
  }

  /** Writes an event with the present time. */
  public void write(BookEvent event) {
    write(event, NOW);
  }

  void write(BookEvent event, Instant at) {
    state = state.after(new Recorded(state.seq() + 1, at, "t", "", event));
  }

  /** Returns a job, from JSON with single quotes, with a default command. */
  public static JobSpec spec(String json) {
    return spec(json, "{'command':['true']}");
  }

  /** Returns a job, from JSON with single quotes, that runs the given command. */
  public static JobSpec spec(String json, String run) {
    try {
      var body = (ObjectNode) JSON.readTree(json.replace('\'', '"'));
      body.set("run", JSON.readTree(run.replace('\'', '"')));
      return JobReader.read(body, Optional.of("a"), GRANULARITY).spec();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  public void submit(String id, JobSpec spec) {
    write(
        new BookEvent.JobSubmitted(id, state.nextNumber(), "u", spec, Optional.empty(), "digest"));
  }

  /** Returns a window on a node, {@code from} minutes from now, for 0.001. */
  public Window window(String node, long from, long minutes) {
    var span = Span.of(Duration.ofMinutes(from).toMillis(), Duration.ofMinutes(minutes).toMillis());
    return new Window(List.of(new Part(fleet.number(node).orElseThrow(), span, 0, 1, 0)));
  }

  /** Books a job on a node, {@code from} minutes from now, for 0.001. */
  public Window book(String id, String node, long from, long minutes) {
    var window = window(node, from, minutes);
    write(new BookEvent.JobBooked(id, 0, 0, window, List.of(node), false));
    return window;
  }
}

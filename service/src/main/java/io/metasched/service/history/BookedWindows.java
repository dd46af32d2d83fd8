package io.metasched.service.history;

import io.metasched.metascheduler.cyclic.flow.PlacementsDigest;
import io.metasched.metascheduler.cyclic.flow.PlacementsDigest.Placement;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import java.util.List;
import java.util.TreeMap;

/** Last window of each attempt at a job within an interval of a history. */
public final class BookedWindows {
  private final TreeMap<String, Long> numbers = new TreeMap<>();
  private final TreeMap<Long, List<Placement>> placements = new TreeMap<>();

  /** Creates the windows of a state, to which events are added. */
  public BookedWindows(BookState from) {
    for (var job : from.openJobs()) {
      numbers.put(job.id(), job.number());
      job.window().ifPresent(window -> put(job.number(), window));
    }
  }

  private void put(long number, Window window) {
    placements.put(
        number,
        window.parts().stream()
            .map(
                part ->
                    new Placement(
                        JobId.of(number),
                        part.node(),
                        part.span().start(),
                        part.span().end(),
                        part.costMilli()))
            .toList());
  }

  /** Adds an event. */
  public void take(BookEvent event) {
    if (event instanceof BookEvent.JobSubmitted submitted) {
      numbers.put(submitted.id(), submitted.number());
    } else if (event instanceof BookEvent.ArraySubmitted submitted) {
      submitted.elements().forEach(this::take);
    } else if (event instanceof BookEvent.JobChanged changed) {
      numbers.put(changed.id(), changed.number());
    } else if (event instanceof BookEvent.JobRequeued requeued) {
      numbers.put(requeued.id(), requeued.number());
    } else if (event instanceof BookEvent.JobBooked booked) {
      put(booked.id(), booked.window());
    } else if (event instanceof BookEvent.JobMoved moved) {
      put(moved.id(), moved.window());
    } else if (event instanceof BookEvent.JobEnded ended) {
      numbers.remove(ended.id());
    } else if (event instanceof BookEvent.JobRefused refused) {
      numbers.remove(refused.id());
    }
  }

  private void put(String id, Window window) {
    var number = numbers.get(id);
    if (number != null) {
      put(number, window);
    }
  }

  /** Returns the number of attempts with a window. */
  public int size() {
    return placements.size();
  }

  /** Returns a digest in the form of a simulation's placements. */
  public String digest() {
    return PlacementsDigest.of(placements.values().stream().flatMap(List::stream));
  }
}

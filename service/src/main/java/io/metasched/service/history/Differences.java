package io.metasched.service.history;

import io.metasched.service.book.BookEvent;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Where cycles that were planned again have come out otherwise. Confined to one thread. */
final class Differences {
  private int count;
  private Optional<String> first = Optional.empty();

  /** Compares what came of a cycle then and now. */
  void compare(BookEvent begun, List<BookEvent> then, List<BookEvent> now) {
    for (int i = 0; i < Math.max(then.size(), now.size()); i++) {
      var one = i < then.size() ? Optional.of(then.get(i)) : Optional.<BookEvent>empty();
      var other = i < now.size() ? Optional.of(now.get(i)) : Optional.<BookEvent>empty();
      if (!one.map(Differences::compared).equals(other.map(Differences::compared))) {
        count++;
        if (first.isEmpty()) {
          first =
              Optional.of(
                  "%s: %s, but planned again: %s".formatted(name(begun), words(one), words(other)));
        }
        return;
      }
    }
  }

  int count() {
    return count;
  }

  Optional<String> first() {
    return first;
  }

  /** Sentences for people may be put otherwise. */
  private static BookEvent compared(BookEvent event) {
    if (event instanceof BookEvent.JobPostponed e) {
      return new BookEvent.JobPostponed(e.id(), e.cycle(), e.code(), "");
    }
    return event instanceof BookEvent.JobRefused e
        ? new BookEvent.JobRefused(e.id(), e.code(), "")
        : event;
  }

  private static String name(BookEvent begun) {
    return begun instanceof BookEvent.CycleBegun cycle
        ? "cycle " + cycle.cycle()
        : "moves at tick " + ((BookEvent.MovesBegun) begun).tick();
  }

  private static String words(Optional<BookEvent> event) {
    if (event.isEmpty()) {
      return "nothing more";
    } else if (event.get() instanceof BookEvent.JobBooked e) {
      return "job %s is booked %s".formatted(e.id(), window(e.nodes(), e.window()));
    } else if (event.get() instanceof BookEvent.JobMoved e) {
      return "job %s moves %s".formatted(e.id(), window(e.nodes(), e.window()));
    } else if (event.get() instanceof BookEvent.JobPostponed e) {
      return "job %s is postponed (%s)".formatted(e.id(), e.code());
    } else if (event.get() instanceof BookEvent.JobRefused e) {
      return "job %s is refused (%s)".formatted(e.id(), e.code());
    } else if (event.get() instanceof BookEvent.CycleEnded e) {
      var done = e.done();
      return "of %d jobs %d are booked and %d refused"
          .formatted(done.considered(), done.booked(), done.refused());
    }
    return "no job moves";
  }

  private static String window(List<String> nodes, io.metasched.resource.model.Window window) {
    return "on %s from tick %d to %d for %d"
        .formatted(
            nodes.stream().collect(Collectors.joining(", ")),
            window.start(),
            window.finish(),
            window.costMilli());
  }
}

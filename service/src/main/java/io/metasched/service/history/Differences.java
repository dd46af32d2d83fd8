package io.metasched.service.history;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Differences between recorded and replanned cycles. Confined to one thread. */
final class Differences {
  private int count;
  private Optional<String> first = Optional.empty();

  /**
   * Compares the recorded outcome of a cycle with the replanned outcome.
   *
   * @param before state before the recorded outcome
   */
  void compare(
      BookEvent begun, BookState before, List<BookEvent> recorded, List<BookEvent> planned) {
    var then = news(recorded, before);
    var now = news(planned, before);
    for (int i = 0; i < Math.max(then.size(), now.size()); i++) {
      var one = i < then.size() ? Optional.of(then.get(i)) : Optional.<BookEvent>empty();
      var other = i < now.size() ? Optional.of(now.get(i)) : Optional.<BookEvent>empty();
      if (!isSame(one, other)) {
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

  private static List<BookEvent> news(List<BookEvent> events, BookState before) {
    return events.stream().filter(event -> !EarlierCodes.isRefinement(event, before)).toList();
  }

  private static boolean isSame(Optional<BookEvent> then, Optional<BookEvent> now) {
    return then.isPresent() && now.isPresent() && EarlierCodes.isSame(then.get(), now.get());
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
    } else if (event.get() instanceof BookEvent.JobMovePlaced e) {
      return "job %s asks to move %s".formatted(e.id(), window(e.nodes(), e.window()));
    } else if (event.get() instanceof BookEvent.JobPostponed e) {
      return "job %s is postponed (%s)".formatted(e.id(), e.code());
    } else if (event.get() instanceof BookEvent.JobRefused e) {
      return "job %s is refused (%s)".formatted(e.id(), e.code());
    } else if (event.get() instanceof BookEvent.JobRequeued e) {
      return "job %s loses its window (%s)".formatted(e.id(), e.code());
    } else if (event.get() instanceof BookEvent.CycleEnded e) {
      var done = e.done();
      return "of %d jobs, %d are booked and %d refused"
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

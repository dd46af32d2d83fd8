package io.metasched.service.slurm;

import io.metasched.service.book.Transition;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Types of mails, which are Slurm's names of transitions. */
public final class MailTypes {
  /** Description of the types. */
  public static final String ALLOWED = "some of BEGIN, END, FAIL, REQUEUE, BOOKED and ALL";

  /** Types of Slurm for which no mail is sent. */
  private static final List<String> WITHOUT_MAIL =
      List.of(
          "NONE",
          "STAGE_OUT",
          "TIME_LIMIT",
          "TIME_LIMIT_90",
          "TIME_LIMIT_80",
          "TIME_LIMIT_50",
          "ARRAY_TASKS",
          "INVALID_DEPEND");

  private MailTypes() {}

  private static List<String> words(String types) {
    return Arrays.stream(types.split(",", -1))
        .map(type -> type.strip().toUpperCase(Locale.ROOT))
        .toList();
  }

  /** Parses types separated by commas; empty for an unknown type. */
  public static Optional<Collection<Transition>> parse(String types) {
    return transitions(words(types));
  }

  /** Parses types, some of which have no effect here; empty for an unknown type. */
  static Optional<Collection<Transition>> ofSlurm(String types) {
    return transitions(words(types).stream().filter(each -> !WITHOUT_MAIL.contains(each)).toList());
  }

  private static Optional<Collection<Transition>> transitions(List<String> words) {
    var all = new LinkedHashSet<Transition>();
    for (var each : words) {
      var some = transitions(each);
      if (some.isEmpty()) {
        return Optional.empty();
      }
      all.addAll(some);
    }
    return Optional.of(all);
  }

  /** Returns the transitions for which a type stands; none for an unknown type. */
  private static List<Transition> transitions(String type) {
    return switch (type) {
      case "BEGIN" -> List.of(Transition.STARTED);
      case "END" -> List.of(Transition.ENDED);
      case "FAIL" -> List.of(Transition.FAILED);
      case "REQUEUE" -> List.of(Transition.REQUEUED);
      case "BOOKED" -> List.of(Transition.BOOKED);
      case "ALL" ->
          List.of(Transition.BOOKED, Transition.STARTED, Transition.ENDED, Transition.REQUEUED);
      default -> List.of();
    };
  }
}

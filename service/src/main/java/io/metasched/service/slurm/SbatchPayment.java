package io.metasched.service.slurm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/**
 * Limits of the payment for a submitted job, which variables, words of the comment and an option
 * set.
 *
 * @param members names of the members that are set
 */
record SbatchPayment(
    ClientView view, GivenOptions given, ObjectNode job, SortedMap<String, String> members) {

  /** Adds the limits to the job; the last of several values counts. */
  void add() {
    for (var name : List.of("budget", "deadline", "criterion")) {
      var variable = "METASCHED_" + name.toUpperCase(Locale.ROOT);
      view.call().variable(variable).ifPresent(value -> put(variable, name, value));
    }
    for (var word : given.last("comment").orElse("").split("[ ,;]+", -1)) {
      int mark = word.indexOf('=');
      if (mark > 0) {
        put("--comment", word.substring(0, mark), word.substring(mark + 1));
      }
    }
    given.last("deadline").ifPresent(value -> put("--deadline", "deadline", value));
  }

  private void put(String origin, String name, String value) {
    switch (name) {
      case "budget" -> {
        job.withObject("/budget").put("total", value);
        members.put("/budget", origin);
      }
      case "deadline" -> {
        var time = value.endsWith("Z") ? value : view.parsed(origin, value).toString();
        job.withObject("/start").put("deadline", time);
        members.put("/start/deadline", origin);
      }
      case "criterion" -> {
        job.put("criterion", value);
        members.put("/criterion", origin);
      }
      default -> {} // another text of the user
    }
  }
}

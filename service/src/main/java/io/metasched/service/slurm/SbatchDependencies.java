package io.metasched.service.slurm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.book.Dependency.Outcome;
import java.util.List;
import java.util.Locale;

/**
 * Dependencies of a submitted job.
 *
 * @param text value of {@code --dependency}
 */
record SbatchDependencies(ClientView view, ObjectNode job, String text) {

  /** Adds the dependencies to the job. */
  void add() {
    if (text.indexOf('?') >= 0) {
      throw new ClientFaultException("--dependency: only lists whose conditions must all hold");
    }
    var unused = GivenOptions.items(text.replace(':', ',')); // checks their number
    for (var each : text.isEmpty() ? List.<String>of() : List.of(text.split(",", -1))) {
      var words = List.of(each.split(":", -1));
      if (words.equals(List.of("singleton"))) {
        singleton();
        continue;
      }
      var outcome = outcome(words.get(0));
      for (var number : words.subList(1, words.size())) {
        if (number.indexOf('+') >= 0) {
          throw new ClientFaultException(
              "--dependency=%s: a job cannot wait for a time after the start of another job"
                  .formatted(each));
        }
        var found =
            view.id(number)
                .orElseThrow(
                    () ->
                        new ClientFaultException(
                            "Job dependency problem: no job has number " + number));
        add(found, outcome);
      }
    }
  }

  private static Outcome outcome(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "after" -> Outcome.STARTED;
      case "afterany" -> Outcome.ANY;
      case "afterok" -> Outcome.OK;
      case "afternotok" -> Outcome.FAILED;
      case "aftercorr" -> Outcome.EACH_OK;
      default ->
          throw new ClientFaultException(
              "--dependency: allowed is %s or singleton, not '%s'"
                  .formatted("after, afterany, afterok, afternotok, aftercorr", word));
    };
  }

  /** Makes the job wait for the user's earlier jobs with the same name and account. */
  private void singleton() {
    int before = job.withArray("after").size();
    for (var each : view.state().openJobs()) {
      if (each.user().equals(view.principal().principal())
          && each.spec().name().equals(job.path("name").asText())
          && each.spec().account().equals(job.path("account").asText())) {
        add(each.id(), Outcome.ANY);
      }
    }
    if (job.withArray("after").size() > before) {
      job.withObject("/labels").put(JobLine.LABEL + "dependency", text); // not only its expansion
    }
  }

  private void add(String on, Outcome outcome) {
    job.withArray("after").addObject().put("job", on).put("outcome", outcome.label());
  }
}

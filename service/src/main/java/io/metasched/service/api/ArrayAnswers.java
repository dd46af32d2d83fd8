package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.book.ArrayRecord;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.Money;
import java.util.List;
import java.util.TreeMap;

/** Answers about whole arrays. */
public final class ArrayAnswers {
  private ArrayAnswers() {}

  /** Returns the specification of the last element, which changes of the array have changed. */
  private static JobSpec spec(BookState state, ArrayRecord array) {
    return state.job(array.element(array.size() - 1)).map(JobRecord::spec).orElse(array.spec());
  }

  /** Returns an array in a list of jobs. */
  public static ObjectNode summary(BookState state, ArrayRecord array) {
    var submitted = array.submitted();
    var spec = spec(state, array);
    var json = Answers.object();
    json.put("id", array.id());
    json.put("version", array.jobs().version());
    json.put("name", array.spec().name());
    json.put("account", array.spec().account());
    json.put("user", submitted.user());
    json.put("state", array.jobs().state().label());
    json.put("nodes", array.spec().nodes());
    var labels = json.putObject("labels");
    spec.labels().forEach(labels::put);
    var times = json.putObject("times");
    times.put("submitted", Answers.time(array.at()));
    array
        .jobs()
        .lastEnd()
        .filter(end -> array.jobs().isOver())
        .ifPresent(end -> times.put("ended", Answers.time(end)));
    var elements = json.putObject("array");
    elements.put("indices", submitted.array().indices().toString());
    elements.put("size", array.size());
    submitted.array().most().ifPresent(most -> elements.put("most", most));
    var counts = elements.putObject("counts");
    array.jobs().counts().forEach((each, count) -> counts.put(each.label(), count));
    return json;
  }

  /** Reason of several elements: the first text, and the number of elements. */
  private record Shared(String text, int count) {}

  /** Returns an array with all fields. Cost: O(n) for n elements. */
  public static ObjectNode array(BookState state, ArrayRecord array) {
    var json = summary(state, array);
    Answers.spec(json, spec(state, array));
    var jobs = state.elements(array);
    json.put(
        "cost", Money.format(jobs.stream().mapToLong(job -> job.costMilli().orElse(0L)).sum()));
    group(json, jobs);
    return json;
  }

  /** Writes the greatest exit status of the jobs of a group, and their reasons. */
  static void group(ObjectNode json, List<JobRecord> jobs) {
    jobs.stream()
        .flatMap(job -> job.exitStatus().stream())
        .max(Integer::compare)
        .ifPresent(status -> json.put("exit", status));
    var reasons = new TreeMap<String, Shared>();
    for (var job : jobs) {
      if (!job.reason().code().equals(JobRecord.Reason.NONE.code())) {
        var first = new Shared(job.reason().text(), 1);
        reasons.merge(
            job.reason().code(),
            first,
            (before, more) -> new Shared(before.text(), before.count() + 1));
      }
    }
    var list = json.putArray("reasons");
    reasons.forEach(
        (code, shared) ->
            list.addObject()
                .put("code", code)
                .put("text", shared.text())
                .put("count", shared.count()));
  }
}

package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.Answers;
import io.metasched.service.api.ArrayAnswers;
import io.metasched.service.api.HostedAnswers;
import io.metasched.service.book.ArrayRecord;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Page of a job list, which is the result of a bounded search. */
final class JobPages {
  /** Number of jobs searched for one page; the array that exceeds this number is included. */
  private static final int MOST_LOOKED_AT = 100_000;

  private final Call call;
  private final BookState state;
  private final int limit;
  private final JobFilter wanted;
  private final Optional<Set<String>> fields;
  private final boolean isGrouped;
  private final ObjectNode reply = JsonNodeFactory.instance.objectNode();
  private int looked;

  private JobPages(Call call, BookState state) {
    this.call = call;
    this.state = state;
    limit = call.limit();
    wanted = JobFilter.of(call);
    fields = JobFilter.fields(call, Answers.SUMMARY);
    isGrouped = call.query("grouped").equals(Optional.of("true"));
  }

  /** Returns the page that a call requests. */
  static HttpResponse of(Call call, BookState state) {
    var page = new JobPages(call, state);
    page.search(call.query("cursor").orElse(null));
    var response = HttpReplies.json(200, page.reply);
    return page.reply.has("next")
        ? response.addHeader(RawHeader.create("Link", page.link()))
        : response;
  }

  private void search(@Nullable String cursor) {
    var items = reply.putArray("items");
    var last = cursor; // the last job or array searched, whether it matches or not
    var jobs = state.jobs().below(wanted.before(cursor)).iterator();
    while (jobs.hasNext()) {
      var job = jobs.next().value();
      if (!wanted.mayFollow(job)) {
        return;
      }
      var array = state.arrayOf(job).filter(each -> isGrouped && call.maySee(account(each)));
      boolean isWanted = array.map(this::isWanted).orElseGet(() -> wanted.test(job));
      if (looked++ >= MOST_LOOKED_AT || (isWanted && items.size() == limit)) {
        reply.put("next", last == null ? job.id() : last);
        return;
      }
      last = array.map(ArrayRecord::id).orElse(job.id());
      if (array.isPresent()) {
        jobs = state.jobs().below(last).iterator(); // continues before all elements
      }
      if (isWanted) {
        var summary =
            array.map(each -> ArrayAnswers.summary(state, each)).orElseGet(() -> summary(job));
        items.add(JobFilter.shortened(summary, fields));
      }
    }
  }

  private static String account(ArrayRecord array) {
    return array.spec().account();
  }

  /** Returns whether an element of an array matches. */
  private boolean isWanted(ArrayRecord array) {
    if (!wanted.mayHave(array.jobs().states())) {
      return false;
    }
    for (int place = 0; place < array.size(); place++) {
      looked++;
      if (state.job(array.element(place)).filter(wanted).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private ObjectNode summary(JobRecord job) {
    return call.maySee(job.spec().account())
        ? Answers.summary(state, job)
        : HostedAnswers.summary(state, job, call.principal());
  }

  private String link() {
    var query = call.request().getUri().query().toMultiMap();
    var parameters = new StringBuilder("cursor=").append(reply.path("next").asText());
    query.forEach(
        (name, values) -> {
          if (name.matches(JobFilter.PARAMETERS)) {
            parameters.append('&').append(name).append('=').append(encoded(values.get(0)));
          }
        });
    return "</v1/jobs?%s>; rel=\"next\"".formatted(parameters);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}

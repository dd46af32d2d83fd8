package io.metasched.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Client of a service. Submissions have an idempotency key, so that they are repeated without a
 * second job. All methods throw {@link ApiException} if the service refuses the request, or does
 * not answer within the time limit of the connection. Thread-safe.
 *
 * <pre>{@code
 * var client = new MetaschedClient(ApiConnection.fromEnvironment().build());
 * var job = client.submit(JobRequest.running(Duration.ofMinutes(5), "hostname").build());
 * var ended = client.awaitEnd(job, Duration.ofHours(1));
 * }</pre>
 */
public final class MetaschedClient {
  private static final String JOBS = "/v1/jobs";
  private static final String ARRAYS = "/v1/arrays";
  private static final String WORKFLOWS = "/v1/workflows";

  /** Longest time that one request waits for a change; the service allows 60 s. */
  private static final Duration LONG_POLL = Duration.ofSeconds(30);

  private final ApiConnection connection;

  /** Creates a client that uses a connection. */
  public MetaschedClient(ApiConnection connection) {
    this.connection = connection;
  }

  /** Returns the connection, for requests without a method here. */
  public ApiConnection connection() {
    return connection;
  }

  /** Submits a job or an array, with a new idempotency key. */
  public Job submit(JobRequest request) {
    return submit(request, ApiConnection.newKey());
  }

  /**
   * Submits a job or an array.
   *
   * @param key idempotency key; a second submission with this key returns the job of the first one
   */
  public Job submit(JobRequest request, String key) {
    return ApiJson.read(connection.post(JOBS, ApiJson.write(request), key), Job.class);
  }

  /** Submits many jobs, with a new idempotency key; returns the outcomes in order. */
  public List<BatchOutcome> submitBatch(List<JobRequest> requests) {
    return submitBatch(requests, ApiConnection.newKey());
  }

  /**
   * Submits many jobs, each of which is accepted or refused separately; returns the outcomes in
   * order.
   *
   * @param key idempotency key; a second submission with this key submits only the missing jobs
   */
  public List<BatchOutcome> submitBatch(List<JobRequest> requests, String key) {
    var body = JsonNodeFactory.instance.objectNode();
    requests.forEach(each -> body.withArray("jobs").add(ApiJson.write(each)));
    var answer = connection.post(JOBS + ":batch", body, key);
    return ApiJson.items(answer.path("items"), BatchOutcome.class);
  }

  /** Submits a workflow, with a new idempotency key. */
  public Workflow submit(WorkflowRequest request) {
    return submit(request, ApiConnection.newKey());
  }

  /**
   * Submits a workflow, all of whose jobs are accepted or none.
   *
   * @param key idempotency key; a second submission with this key returns the first workflow
   */
  public Workflow submit(WorkflowRequest request, String key) {
    return ApiJson.read(connection.post(WORKFLOWS, ApiJson.write(request), key), Workflow.class);
  }

  /** Returns a job. */
  public Job job(String id) {
    return ApiJson.read(connection.get(path(JOBS, id)), Job.class);
  }

  /** Returns an array. */
  public Job array(String id) {
    return ApiJson.read(connection.get(path(ARRAYS, id)), Job.class);
  }

  /** Returns a workflow. */
  public Workflow workflow(String id) {
    return ApiJson.read(connection.get(path(WORKFLOWS, id)), Workflow.class);
  }

  /**
   * Waits until a job, or all elements of an array, are over.
   *
   * @param limit longest time to wait
   * @return the job at its end, or as it is after the limit
   */
  public Job awaitEnd(Job job, Duration limit) {
    return ended(path(job), job, limit, Job.class, Job::isOver, Job::version);
  }

  /**
   * Waits until all jobs of a workflow are over.
   *
   * @param limit longest time to wait
   * @return the workflow at its end, or as it is after the limit
   */
  public Workflow awaitEnd(Workflow workflow, Duration limit) {
    var path = path(WORKFLOWS, workflow.id());
    return ended(path, workflow, limit, Workflow.class, Workflow::isOver, Workflow::version);
  }

  private <T> T ended(
      String path,
      T begin,
      Duration limit,
      Class<T> type,
      Predicate<T> isOver,
      ToLongFunction<T> version) {
    long start = System.nanoTime();
    var last = begin;
    while (!isOver.test(last)) {
      var left = limit.minusNanos(System.nanoTime() - start);
      if (left.isNegative() || left.isZero()) {
        return last;
      }
      var wait = left.compareTo(LONG_POLL) > 0 ? LONG_POLL : left;
      var since = "?wait=%s&sinceVersion=%d".formatted(wait, version.applyAsLong(last));
      var changed = connection.getChanged(path + since);
      last = changed.map(json -> ApiJson.read(json, type)).orElse(last);
    }
    return last;
  }

  /** Lists one page of the jobs that you may see, latest first. */
  public Page<Job> jobs(JobFilter filter) {
    return page(JOBS + filter.query(), Job.class);
  }

  /**
   * Lists all jobs that you may see and that match, latest first. Pages are requested as the stream
   * is read.
   */
  public Stream<Job> allJobs(JobFilter filter) {
    return Stream.iterate(
            Optional.of(jobs(filter)),
            Optional::isPresent,
            page -> page.flatMap(Page::next).map(cursor -> jobs(filter.after(cursor))))
        .flatMap(page -> page.stream().flatMap(each -> each.items().stream()));
  }

  /**
   * Lists one page of the workflows that you may see, latest first.
   *
   * @param cursor {@code next} of the previous page; empty for the first page
   */
  public Page<Workflow> workflows(Optional<String> cursor) {
    return page(WORKFLOWS + cursor(cursor), Workflow.class);
  }

  private <T> Page<T> page(String path, Class<T> type) {
    var json = connection.get(path);
    var next = Optional.of(json.path("next")).filter(each -> !each.isMissingNode());
    return new Page<>(ApiJson.items(json.path("items"), type), next.map(JsonNode::asText));
  }

  private static String cursor(Optional<String> cursor) {
    return cursor.map(text -> "?cursor=" + ApiConnection.encoded(text)).orElse("");
  }

  /** Withdraws a job or an array that waits, or ends its processes. */
  public Job cancel(Job job) {
    return ApiJson.read(cancelled(path(job)), Job.class);
  }

  /** Cancels all jobs of a workflow that are not over. */
  public Workflow cancel(Workflow workflow) {
    return ApiJson.read(cancelled(path(WORKFLOWS, workflow.id())), Workflow.class);
  }

  private JsonNode cancelled(String path) {
    return connection.post(path + ":cancel", JsonNodeFactory.instance.objectNode());
  }

  /** Output of a part. */
  public enum Output {
    /** Standard output. */
    STDOUT,
    /** Standard error. */
    STDERR
  }

  /**
   * Returns the output of a part of a job. Close the stream.
   *
   * @param job id of the job
   * @param part position of the part in the window of the job, from 0
   * @param follow whether the stream lasts until the job is over
   */
  public InputStream output(String job, int part, Output output, boolean follow) {
    var name = output.name().toLowerCase(Locale.ROOT);
    var path = "%s/parts/%d/%s".formatted(path(JOBS, job), part, name);
    return connection.stream(path + (follow ? "?follow=true" : ""));
  }

  /**
   * Returns a stream of the events that you may see.
   *
   * @param after number of the last event that you have received; empty for events from now on
   */
  public EventStream events(OptionalLong after) {
    return new EventStream(connection, after);
  }

  /**
   * Lists windows that a job could get now.
   *
   * @param count highest number of offers, up to 50
   * @param firm whether the first offer is held for a limited time, for a fee
   */
  public Offers estimate(JobRequest request, int count, boolean firm) {
    var body = JsonNodeFactory.instance.objectNode().put("count", count).put("firm", firm);
    body.set("job", ApiJson.write(request));
    return ApiJson.read(connection.post("/v1/estimates", body), Offers.class);
  }

  /** Lists windows that all jobs of a workflow could get now. */
  public WorkflowOffers estimate(WorkflowRequest request) {
    var answer = connection.post(WORKFLOWS + ":estimate", ApiJson.write(request));
    return ApiJson.read(answer, WorkflowOffers.class);
  }

  /** Lists the accounts that you may see. */
  public List<Account> accounts() {
    return ApiJson.items(connection.get("/v1/accounts").path("items"), Account.class);
  }

  /** Returns an account. */
  public Account account(String id) {
    return ApiJson.read(connection.get(path("/v1/accounts", id)), Account.class);
  }

  /**
   * Lists one page of the changes of an account, earliest first.
   *
   * @param cursor {@code next} of the previous page; empty for the first page
   */
  public Page<Account.Entry> ledger(String account, Optional<String> cursor) {
    return page(path("/v1/accounts", account) + "/ledger" + cursor(cursor), Account.Entry.class);
  }

  private static String path(Job job) {
    return path(job.isArray() ? ARRAYS : JOBS, job.id());
  }

  private static String path(String list, String id) {
    return list + "/" + ApiConnection.encoded(id);
  }
}

package io.metasched.service.http;

import akka.NotUsed;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import akka.japi.Pair;
import akka.stream.javadsl.Source;
import akka.util.ByteString;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.JobRecord;
import io.metasched.service.run.OutputChunk;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/**
 * Routes for the output of runs. The first piece is read before the response begins, so that a read
 * failure becomes a problem and not a truncated response.
 */
final class OutputRoutes {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int BYTES_AT_ONCE = 64 << 10;
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,15})-(\\d{0,15})");

  private final ApiContext context;
  private final Changes changes;

  OutputRoutes(ApiContext context) {
    this.context = context;
    changes = new Changes(context.keeper(), context.system());
  }

  List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/v1/jobs/{job}/parts/{part}/stdout",
            false,
            call -> output(call, OutputStreamName.STDOUT)),
        new Route(
            "GET",
            "/v1/jobs/{job}/parts/{part}/stderr",
            false,
            call -> output(call, OutputStreamName.STDERR)));
  }

  /** Output of a part, regardless of the current attempt of its job. */
  private record Wanted(String job, int part, OutputStreamName stream) {}

  private CompletionStage<HttpResponse> output(Call call, OutputStreamName stream) {
    var job = JobRoutes.visible(call, context.state(), call.path().get(0));
    var part = call.path().get(1);
    if (!part.matches("\\d{1,5}") || Integer.parseInt(part) >= Math.max(1, job.parts().size())) {
      throw Problem.notFound("part", part);
    }
    var wanted = new Wanted(job.id(), Integer.parseInt(part), stream);
    if (call.query("follow").equals(Optional.of("true"))) {
      return chunk(wanted, 0, BYTES_AT_ONCE)
          .thenApply(
              first ->
                  streamed(
                      first,
                      context.whileAllowed(
                          call, Source.unfoldAsync(0L, at -> follow(wanted, at)))));
    }
    var range = call.header("Range").map(RANGE::matcher).filter(each -> each.matches());
    if (range.isEmpty()) {
      return chunk(wanted, 0, BYTES_AT_ONCE)
          .thenApply(
              first ->
                  streamed(
                      first,
                      context.whileAllowed(call, Source.unfoldAsync(0L, at -> piece(wanted, at)))));
    }
    long from = Long.parseLong(range.get().group(1));
    var to = range.get().group(2);
    long last = to.isEmpty() ? Long.MAX_VALUE : Long.parseLong(to);
    int most = (int) Math.max(1, Math.min(BYTES_AT_ONCE, last - from + 1));
    return chunk(wanted, from, most).thenApply(chunk -> ranged(call, from, chunk));
  }

  private JobRecord job(Wanted wanted) {
    return context
        .state()
        .job(wanted.job())
        .orElseThrow(() -> Problem.notFound("job", wanted.job()));
  }

  private CompletionStage<OutputChunk> chunk(Wanted wanted, long from, int most) {
    var job = job(wanted);
    var run = new RunId(job.id(), job.attempt(), wanted.part());
    return context
        .executor()
        .output(run, wanted.stream(), from, most)
        .handle((chunk, error) -> chunk != null ? chunk : instead(job, wanted, from, error));
  }

  /** Returns empty output for a part that has not started; throws a problem otherwise. */
  private static OutputChunk instead(JobRecord job, Wanted wanted, long from, Throwable error) {
    boolean hasStarted =
        wanted.part() < job.parts().size() && job.parts().get(wanted.part()).started().isPresent();
    var cause = HttpReplies.causeOf(error);
    if (!hasStarted) {
      return new OutputChunk(from, new byte[0], 0, job.state().isFinal(), false, false);
    } else if (cause instanceof IllegalArgumentException) {
      throw new Problem(
          ProblemType.NOT_FOUND,
          "the machine no longer has output of part %d".formatted(wanted.part()));
    }
    throw new Problem(
        ProblemType.NOT_READY,
        "the output cannot be read at present: %s".formatted(cause.getMessage()));
  }

  private static HttpResponse streamed(OutputChunk first, Source<ByteString, NotUsed> source) {
    return HttpResponse.create()
        .withEntity(HttpEntities.createChunked(ContentTypes.APPLICATION_OCTET_STREAM, source))
        .addHeaders(marks(first))
        .addHeader(RawHeader.create("X-Content-Type-Options", "nosniff"))
        .addHeader(RawHeader.create("Accept-Ranges", "bytes"));
  }

  /** Returns headers that mark output beyond the limit of the machine, and lost output. */
  private static List<HttpHeader> marks(OutputChunk chunk) {
    return List.of(
        RawHeader.create("Output-Truncated", String.valueOf(chunk.truncated())),
        RawHeader.create("Output-Lost", String.valueOf(chunk.lost())));
  }

  private static HttpResponse ranged(Call call, long from, OutputChunk chunk) {
    if (chunk.bytes().length == 0) {
      var none =
          new Problem(
              ProblemType.RANGE_NOT_SATISFIABLE, "there are %d bytes".formatted(chunk.total()));
      return HttpReplies.problem(none, call.request().getUri().path(), call.id())
          .addHeaders(marks(chunk));
    }
    var size = chunk.complete() ? String.valueOf(chunk.total()) : "*";
    var range = "bytes %d-%d/%s".formatted(from, from + chunk.bytes().length - 1, size);
    return HttpResponse.create()
        .withStatus(206)
        .withEntity(HttpEntities.create(ContentTypes.APPLICATION_OCTET_STREAM, chunk.bytes()))
        .addHeaders(marks(chunk))
        .addHeader(RawHeader.create("Content-Range", range));
  }

  /** Returns the next piece of existing output. */
  private CompletionStage<Optional<Pair<Long, ByteString>>> piece(Wanted wanted, long at) {
    return chunk(wanted, at, BYTES_AT_ONCE)
        .thenApply(
            chunk ->
                chunk.bytes().length == 0
                    ? Optional.empty()
                    : Optional.of(
                        Pair.create(
                            at + chunk.bytes().length, ByteString.fromArray(chunk.bytes()))));
  }

  /** Returns the next piece of existing or future output, until the job has ended. */
  private CompletionStage<Optional<Pair<Long, ByteString>>> follow(Wanted wanted, long at) {
    boolean isOver = job(wanted).state().isFinal();
    return piece(wanted, at)
        .thenCompose(
            piece -> {
              if (piece.isPresent() || isOver) {
                return CompletableFuture.completedFuture(piece);
              }
              return changes
                  .after(context.state().seq(), POLL)
                  .thenCompose(changed -> follow(wanted, at));
            });
  }
}

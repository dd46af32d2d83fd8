package io.metasched.service.http;

import akka.http.javadsl.ConnectionContext;
import akka.http.javadsl.Http;
import akka.http.javadsl.ServerBinding;
import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.scaladsl.model.EntityStreamException;
import akka.http.scaladsl.model.EntityStreamSizeException;
import akka.http.scaladsl.model.IllegalUriException;
import akka.stream.javadsl.Flow;
import akka.stream.javadsl.Sink;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.config.AccessSettings;
import io.metasched.service.config.ConnectionSettings;
import io.metasched.service.identity.remote.Identities;
import io.metasched.service.store.UnreadableBookException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP server of the API, which authenticates and routes requests and converts failures into
 * problems. Each change is logged with its principal and the id of its request.
 */
public final class ApiServer {
  private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);

  /** Name of the logger with one line per change. */
  public static final String AUDIT_LOG = "io.metasched.service.audit";

  private static final Logger AUDIT = LoggerFactory.getLogger(AUDIT_LOG);
  private static final long MOST_BODY = 1 << 20;
  private static final long MOST_BATCH = 16 << 20;
  private static final String WORKFLOWS = "/v1/workflows";
  private static final long BODY_MILLIS = 10_000;
  private static final String CACHING = "Cache-Control";
  private static final String REQUEST_ID = "X-Request-Id";
  private static final Pattern DOT_SEGMENT = Pattern.compile("^[^?]*/(\\.|%2[eE]){1,2}(/|\\?|$)");

  private final ApiContext context;
  private final List<Route> routes;
  private final SharedAnswers shared;
  private final RateLimit limit;
  private final double perSecond;
  private final ConnectionSettings bounds;
  private final Callers callers;
  private final AtomicLong requests = new AtomicLong();
  private final String prefix;

  /**
   * Creates a server that does not listen yet.
   *
   * @param perSecond average request rate of each principal, in requests per second
   * @param bounds bounds on connections
   * @param access bounds on tokens
   * @param identities issuers whose tokens are accepted
   */
  public ApiServer(
      ApiContext context,
      double perSecond,
      ConnectionSettings bounds,
      AccessSettings access,
      Identities identities) {
    this.context = context;
    this.bounds = bounds;
    shared = new SharedAnswers(() -> context.state().seq(), context.clock());
    this.perSecond = perSecond;
    callers = new Callers(context, access, identities);
    limit = new RateLimit(perSecond, 2 * perSecond, context.clock());
    prefix = Long.toString(context.clock().millis(), Character.MAX_RADIX) + "-";
    routes = RouteTable.of(context, callers, access, identities);
  }

  /** Returns the methods and paths, such as {@code GET /v1/jobs}. */
  public List<String> paths() {
    return routes.stream().map(route -> route.method() + " " + route.path()).toList();
  }

  /**
   * Begins to listen.
   *
   * @param tls TLS context with the server key; empty for no encryption
   */
  public CompletionStage<ServerBinding> bind(String host, int port, Optional<SSLContext> tls) {
    var connections = new Connections(bounds);
    int most = bounds.inAll() + 2 * Connections.SPARE; // some connections may be about to close
    var server =
        Http.get(context.system())
            .newServerAt(host, port)
            .adaptSettings(usual -> usual.withMaxConnections(most));
    return tls.map(key -> server.enableHttps(ConnectionContext.httpsServer(key)))
        .orElse(server)
        .bindFlow(
            Flow.fromGraph(new ConnectionStage(this::answer, bounds.patience(), connections)));
  }

  private CompletionStage<HttpResponse> answer(HttpRequest request, Connections.Seat seat) {
    var given = request.getHeader(REQUEST_ID).map(header -> header.value());
    var id =
        given
            .filter(text -> text.matches("[A-Za-z0-9._-]{1,64}"))
            .orElseGet(() -> prefix + requests.incrementAndGet());
    long begun = System.nanoTime();
    var route = new AtomicReference<>("none");
    CompletionStage<HttpResponse> answered;
    try {
      answered = dispatch(request, id, seat, route);
    } catch (RuntimeException e) {
      answered = CompletableFuture.failedFuture(e);
    }
    return answered
        .exceptionally(error -> failed(error, request, id))
        .thenApply(
            response -> {
              var took = Duration.ofNanos(System.nanoTime() - begun);
              context
                  .metrics()
                  .answered(
                      Objects.requireNonNull(route.get()), response.status().intValue(), took);
              return uncached(response).addHeader(RawHeader.create(REQUEST_ID, id));
            });
  }

  /** Forbids caches to store a response, unless the response itself has a caching rule. */
  private static HttpResponse uncached(HttpResponse response) {
    return response.getHeader(CACHING).isPresent()
        ? response
        : response.addHeader(RawHeader.create(CACHING, "no-store"));
  }

  private HttpResponse failed(Throwable error, HttpRequest request, String id) {
    request.entity().getDataBytes().runWith(Sink.cancelled(), context.system());
    return HttpReplies.problem(
        problem(HttpReplies.causeOf(error), id), request.getUri().path(), id);
  }

  private static Problem problem(Throwable cause, String id) {
    if (cause instanceof Problem known) {
      return known;
    } else if (cause instanceof RejectedExecutionException) {
      return new Problem(ProblemType.NOT_READY, "the service accepts no more requests at present");
    } else if (cause instanceof UnreadableBookException) {
      LOG.warn("Request {}: {}", id, cause.getMessage());
      return new Problem(ProblemType.NOT_READY, "the event store cannot be read at present");
    } else if (cause instanceof EntityStreamSizeException) {
      return new Problem(
          ProblemType.TOO_LARGE,
          "a body may have at most 1 MiB, 16 MiB for a batch or a workflow, and 4 KiB without a"
              + " token");
    } else if (cause instanceof EntityStreamException) {
      return new Problem(
          ProblemType.INVALID_REQUEST, "the body ended early, or its length is wrong");
    } else if (cause instanceof TimeoutException) {
      return new Problem(ProblemType.INVALID_REQUEST, "the body arrived too slowly");
    } else if (cause instanceof ArithmeticException) {
      LOG.warn("Request {}: {}", id, cause.toString());
      return new Problem(
          ProblemType.IMPOSSIBLE,
          "the cost at present prices is too large to be counted: request less work");
    } else if (cause instanceof IllegalUriException) {
      return new Problem(ProblemType.INVALID_REQUEST, "the address cannot be read");
    }
    LOG.error("Request {} failed", id, cause);
    return new Problem(ProblemType.INTERNAL, "see the log of the service for request " + id);
  }

  private CompletionStage<HttpResponse> dispatch(
      HttpRequest request, String id, Connections.Seat seat, AtomicReference<String> found) {
    if (hasDotSegment(request)) {
      throw new Problem(ProblemType.NOT_FOUND, "there is no such path");
    }
    var path = request.getUri().path();
    var method = request.method().name();
    var allowed = new ArrayList<String>();
    for (var route : routes) {
      var values = route.match(path);
      if (values.isPresent() && route.method().equals(method)) {
        found.set(method + " " + route.path());
        return call(route, request, id, seat, values.get());
      } else if (values.isPresent()) {
        allowed.add(route.method());
      }
    }
    if (allowed.isEmpty()) {
      throw new Problem(ProblemType.NOT_FOUND, "there is no such path");
    }
    throw new Problem(
        ProblemType.METHOD_NOT_ALLOWED, "allowed is %s".formatted(String.join(", ", allowed)));
  }

  /**
   * Returns whether the original path had {@code .} or {@code ..} segments, in any encoding, before
   * the server resolved them. An id of that form would change the path to the path of another
   * resource.
   */
  private static boolean hasDotSegment(HttpRequest request) {
    var given = request.getHeader("Raw-Request-URI").map(header -> header.value()).orElse("");
    return DOT_SEGMENT.matcher(given).find();
  }

  private CompletionStage<HttpResponse> call(
      Route route, HttpRequest request, String id, Connections.Seat seat, List<String> path) {
    if (!context.keeper().isWritable() && !route.isReading()) {
      throw new Problem(ProblemType.NOT_READY, "the event store cannot be written at present");
    }
    if (!route.open()) {
      return callers
          .of(request)
          .thenCompose(who -> call(route, request, id, seat, path, admitted(who, seat)));
    } else if (!route.isHealth()) {
      seat.requireUsual();
    }
    return call(route, request, id, seat, path, Optional.empty());
  }

  private Optional<TokenRecord> admitted(Optional<TokenRecord> who, Connections.Seat seat) {
    var principal =
        who.orElseThrow(() -> new Problem(ProblemType.UNAUTHENTICATED, "this needs a token"));
    if (!limit.take(principal.principal())) {
      throw new Problem(
          ProblemType.TOO_MANY_REQUESTS,
          "%s may send %s requests per second".formatted(principal.principal(), perSecond));
    }
    seat.is(principal);
    return who;
  }

  private CompletionStage<HttpResponse> call(
      Route route,
      HttpRequest request,
      String id,
      Connections.Seat seat,
      List<String> path,
      Optional<TokenRecord> who) {
    var turn = who.orElseGet(() -> anonymous(seat));
    if (route.method().equals("GET")) {
      request.discardEntityBytes(context.system());
      var call = new Call(request, id, who, path, Optional.empty());
      return route.open()
          ? route.handler().answer(call)
          : context
              .reads()
              .pass(
                  () -> context.work().reads().run(turn, () -> read(route, call)),
                  context.system().executionContext())
              .thenCompose(answer -> answer)
              .thenApply(answer -> counted(answer, seat));
    }
    requireJson(request);
    var work = work(route, request);
    Function<HttpEntity.Strict, CompletionStage<HttpResponse>> changed =
        entity -> {
          if (!route.isReading()) {
            audit(request, id, who);
          }
          var body =
              Optional.of(entity.getData().toArray())
                  .filter(bytes -> bytes.length > 0)
                  .map(JsonBodies::parse);
          var call = new Call(request, id, who, path, body);
          if (!route.open()) {
            context.requireStillGood(call);
          }
          return route.handler().answer(call);
        };
    boolean isLarge = work == context.work().batches(); // only few large bodies are in memory
    var answered =
        isLarge
            ? work.give(turn, () -> body(route, request).thenComposeAsync(changed, work.threads()))
            : usualBody(route, request, turn)
                .thenCompose(entity -> work.give(turn, () -> changed.apply(entity)));
    return answered.thenApply(answer -> counted(answer, seat));
  }

  private static void audit(HttpRequest request, String id, Optional<TokenRecord> who) {
    AUDIT.info(
        "{} {} {} by {}",
        id,
        request.method().name(),
        request.getUri().path(),
        who.map(ApiServer::named).orElse("anybody"));
  }

  private static String named(TokenRecord who) {
    return who.origin()
        .map(by -> "%s (%s of %s)".formatted(who.principal(), by.subject(), by.issuer()))
        .orElse(who.principal());
  }

  private CompletionStage<HttpEntity.Strict> body(Route route, HttpRequest request) {
    return request
        .entity()
        .withSizeLimit(mostBody(route))
        .toStrict(BODY_MILLIS, Long.MAX_VALUE, context.system()); // the default limit is 8 MiB
  }

  /**
   * Reads a body before its request takes a place in the queue, because a slow body would block the
   * place. The body takes a place for bodies of its principal, or no place if the route is open to
   * all.
   */
  private CompletionStage<HttpEntity.Strict> usualBody(
      Route route, HttpRequest request, TokenRecord turn) {
    return route.open() || request.entity().isStrict()
        ? body(route, request)
        : context.work().bodies().give(turn, () -> body(route, request));
  }

  private CompletionStage<HttpResponse> read(Route route, Call call) {
    context.requireStillGood(call);
    return route.sharing() == Route.Sharing.NONE
        ? route.handler().answer(call)
        : shared.answer(route, call);
  }

  private static long mostBody(Route route) {
    if (route.open()) {
      return ApiWork.OPEN_BODY;
    }
    boolean isOfMany = route.path().endsWith(":batch") || route.path().startsWith(WORKFLOWS);
    return isOfMany ? MOST_BATCH : MOST_BODY;
  }

  /**
   * Returns the queue of a request with a body. A large body is read when it is the turn of the
   * request.
   */
  private FairWork work(Route route, HttpRequest request) {
    if (route.open()) {
      return context.work().signIns();
    }
    var length = request.entity().getContentLengthOption();
    if (length.isEmpty() || length.getAsLong() > ApiWork.USUAL_BODY) {
      return context.work().batches();
    }
    boolean isQuestion = route.isQuestion() || request.getUri().query().get("dryRun").isPresent();
    return isQuestion ? context.work().questions() : context.work().commands();
  }

  /** Counts a chunked response among the streams of its receiver. */
  private HttpResponse counted(HttpResponse answer, Connections.Seat seat) {
    if (answer.entity().isChunked()) {
      try {
        seat.streams();
      } catch (Problem tooMany) {
        answer.entity().getDataBytes().runWith(Sink.cancelled(), context.system());
        throw tooMany;
      }
    }
    return answer;
  }

  /**
   * Returns a substitute for the token of an anonymous request, which is queued by the address of
   * the client.
   */
  private static TokenRecord anonymous(Connections.Seat seat) {
    return new TokenRecord(
        "",
        "",
        "@" + seat.address(),
        Role.USER,
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Throws for a body that is not JSON, because a form on a page of another site can send text, but
   * not JSON.
   */
  private static void requireJson(HttpRequest request) {
    var type = request.entity().getContentType();
    if (!request.entity().isKnownEmpty()
        && !type.mediaType().toString().equals("application/json")) {
      throw new Problem(
          ProblemType.UNSUPPORTED_MEDIA_TYPE,
          "the type of the body: allowed is application/json, given was '%s'".formatted(type));
    }
  }
}

package io.metasched.service.http;

import akka.http.javadsl.model.ContentType;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import akka.util.ByteString;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.api.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Static files of the dashboard. The pages may load only resources of this service, and run only
 * the scripts that they name.
 */
final class DashboardRoutes {
  private static final String FOLDER = "/dashboard/";
  private static final String CHARTS = "/charts/"; // shared with the pages of reports
  private static final String PAGE = FOLDER + "index.html";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,40}\\.(js|mjs|css|svg)");
  private static final Pattern IMPORT_MAP =
      Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);
  private static final Map<String, ContentType> TYPES =
      Map.of(
          "html", ContentTypes.TEXT_HTML_UTF8,
          "js", ContentTypes.parse("application/javascript; charset=UTF-8"),
          "mjs", ContentTypes.parse("application/javascript; charset=UTF-8"),
          "css", ContentTypes.parse("text/css; charset=UTF-8"),
          "svg", ContentTypes.parse("image/svg+xml"));

  private final ConcurrentHashMap<String, File> files = new ConcurrentHashMap<>();
  private final String policy;

  /** File with the ETag of its content. */
  private record File(String name, ByteString bytes, String tag) {}

  DashboardRoutes() {
    var page = file(PAGE).bytes().utf8String();
    var imports = IMPORT_MAP.matcher(page);
    var allowed = imports.find() ? " 'sha256-%s'".formatted(digest(imports.group(1))) : "";
    policy =
        ("default-src 'none'; script-src 'self'%s; style-src 'self'; img-src 'self' data:;"
                + " connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'")
            .formatted(allowed);
  }

  List<Route> routes() {
    return List.of(
        Route.open("/", call -> answer(call, file(PAGE))),
        Route.open("/assets/{file}", call -> named(call, FOLDER)),
        Route.open("/assets/charts/{file}", call -> named(call, CHARTS)),
        Route.open("/assets/vendor/{file}", call -> named(call, FOLDER + "vendor/")));
  }

  private HttpResponse named(Call call, String folder) {
    var name = call.path().get(0);
    if (!NAME.matcher(name).matches()) {
      throw Problem.notFound("file", name);
    }
    return answer(call, file(folder + name));
  }

  private HttpResponse answer(Call call, File file) {
    var response =
        HttpResponse.create()
            .addHeader(RawHeader.create("Content-Security-Policy", policy))
            .addHeader(RawHeader.create("X-Content-Type-Options", "nosniff"))
            .addHeader(RawHeader.create("Referrer-Policy", "no-referrer"))
            .addHeader(RawHeader.create("Cache-Control", "no-cache"))
            .addHeader(RawHeader.create("ETag", file.tag()));
    if (call.header("If-None-Match").equals(Optional.of(file.tag()))) {
      return response.withStatus(304);
    }
    var ending = file.name().substring(file.name().lastIndexOf('.') + 1);
    return response.withEntity(HttpEntities.create(TYPES.get(ending), file.bytes()));
  }

  private File file(String name) {
    var known = files.get(name);
    return known != null ? known : read(name);
  }

  /** Reads and caches a file. Unknown names are not cached, because anyone can request them. */
  private File read(String name) {
    try (var stream = DashboardRoutes.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw Problem.notFound("file", name.substring(name.lastIndexOf('/') + 1));
      }
      var bytes = stream.readAllBytes();
      var tag = "\"%s\"".formatted(Sha256.of(bytes));
      var file = new File(name, ByteString.fromArray(bytes), tag);
      files.put(name, file);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the number of cached files. */
  int kept() {
    return files.size();
  }

  private static String digest(String script) {
    var bytes = script.getBytes(StandardCharsets.UTF_8);
    return Base64.getEncoder().encodeToString(Sha256.digest().digest(bytes));
  }
}

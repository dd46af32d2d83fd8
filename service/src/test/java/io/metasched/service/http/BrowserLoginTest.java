package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.http.TestedApi.Answer;
import io.metasched.service.identity.FakeIssuer;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sign-ins of browsers at two issuers: a complete one, and one that answers as an attacker would.
 */
class BrowserLoginTest {
  private static final String URL = "https://metasched.example.org";
  private static final String CONF =
      """
      url = "%s"
      issuers = [
        { name = mock, issuer = "%s", audiences = [metasched], algorithms = [RS256]
          browser { client-id = web, secret-file = secret, scopes = [openid] } }
        { name = fake, issuer = "%s", audiences = [metasched], algorithms = [ES256]
          browser { client-id = web, scopes = [openid] } }
        { name = shell-only, issuer = "https://x.example.org", audiences = [metasched]
          algorithms = [ES256], shell { client-id = cli, scopes = [openid] } }
      ]
      rules = [
        { issuer = mock, group = users, person = "{sub}@mock", role = user, accounts = [user1] }
        { issuer = fake, person = "{sub}@fake", role = reader }
      ]
      """;

  @TempDir private static Path folder;
  private static MockOAuth2Server mock;
  private static FakeIssuer fake;
  private static TestedApi api;

  @BeforeAll
  static void start() throws IOException {
    mock = new MockOAuth2Server();
    mock.start();
    fake = new FakeIssuer();
    Files.writeString(folder.resolve("secret"), "secret of the client\n");
    var url = mock.issuerUrl("mock").toString();
    Files.writeString(folder.resolve("identities.conf"), CONF.formatted(URL, url, fake.url()));
    api = new TestedApi(folder, "metasched.service.access.identities = identities.conf");
  }

  @AfterAll
  static void end() {
    api.close();
    fake.close();
    mock.shutdown();
  }

  private static Answer get(String path, String cookie) throws Exception {
    return cookie.isEmpty()
        ? api.callWith("", "GET", path, "")
        : api.callWith("", "GET", path, "", "Cookie", cookie);
  }

  private static List<String> cookies(Answer answer) {
    return answer.response().headers().allValues("Set-Cookie");
  }

  private static String pair(Answer answer, String name) {
    return cookies(answer).stream()
        .filter(each -> each.startsWith(name + "="))
        .map(each -> each.replaceFirst(";.*", ""))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, String> query(String url) {
    var query = new TreeMap<String, String>();
    Arrays.stream(URI.create(url).getRawQuery().split("&", -1))
        .map(each -> each.split("=", 2))
        .forEach(each -> query.put(each[0], URLDecoder.decode(each[1], StandardCharsets.UTF_8)));
    return query;
  }

  /** Sign-in that has begun: the address of the issuer, and the cookie. */
  private record Begun(String location, String cookie) {
    static Begun at(String issuer) throws Exception {
      var answer = get("/v1/logins/" + issuer, "");
      assertThat(answer.status()).isEqualTo(303);
      return new Begun(answer.header("Location"), pair(answer, "metasched-login"));
    }

    String state() {
      return query(location).getOrDefault("state", "");
    }

    /** Returns the path to which the issuer sends the browser back. */
    String callback() throws Exception {
      var request = HttpRequest.newBuilder(URI.create(location)).build();
      var answer = TestedApi.HTTP.send(request, BodyHandlers.ofString());
      var place = answer.headers().firstValue("Location").orElseThrow();
      assertThat(place).startsWith(URL + "/v1/logins/mock/callback?");
      return place.substring(URL.length());
    }
  }

  private static void expect(String subject, String group) {
    mock.enqueueCallback(
        new DefaultOAuth2TokenCallback(
            "mock", subject, "JWT", List.of("web"), Map.of("groups", List.of(group))));
  }

  @Test
  void signsABrowserInAndOut() throws Exception {
    expect("anna", "users");
    var begun = Begun.at("mock");
    var ended = get(begun.callback(), begun.cookie());

    assertThat(ended.status()).isEqualTo(303);
    assertThat(ended.header("Location")).isEqualTo("/");
    assertThat(cookies(ended))
        .anyMatch(each -> each.startsWith("metasched-session=") && each.contains("SameSite=Strict"))
        .anyMatch(each -> each.startsWith("metasched-login=;") && each.contains("Max-Age=0"))
        .allMatch(each -> each.contains("HttpOnly"));
    var session = pair(ended, "metasched-session");
    var who = get("/v1/session", session).json();
    assertThat(who.path("principal").asText()).isEqualTo("anna@mock");
    assertThat(who.path("accounts").path(0).asText()).isEqualTo("user1");
    assertThat(who.path("issuer").asText()).isEqualTo(mock.issuerUrl("mock").toString());

    var out =
        api.callWith(
            "", "DELETE", "/v1/session", "", "Cookie", session, "X-Requested-With", "test");
    assertThat(out.json().path("endSession").asText())
        .startsWith(
            mock.endSessionEndpointUrl("mock") + "?client_id=web&post_logout_redirect_uri=");
    assertThat(get("/v1/session", session).status()).isEqualTo(401);
  }

  @Test
  void theBookNamesTheIdentityAndKeepsNoTokenOfTheIssuer() throws Exception {
    expect("ben", "users");
    var begun = Begun.at("mock");
    get(begun.callback(), begun.cookie());

    var history = api.call("GET", "/v1/history", "admin", "").response().body();
    assertThat(history).contains("ben@mock").contains("identity-used").doesNotContain("eyJ");
  }

  private static String accessToken(String group) {
    var claims = Map.of("groups", List.of(group));
    return mock.issueToken(
            "mock",
            "cli",
            new DefaultOAuth2TokenCallback("mock", "anna", "JWT", List.of("metasched"), claims))
        .serialize();
  }

  private static Answer session(String token) throws Exception {
    return api.callWith(token, "GET", "/v1/session", "");
  }

  @Test
  void acceptsAccessTokensOfBothIssuersByTheirOwnRules() throws Exception {
    var ofFake = fake.token(fake.claims(Instant.now()));

    assertThat(session(accessToken("users")).json().path("principal").asText())
        .isEqualTo("anna@mock");
    assertThat(session(accessToken("others")).status()).isEqualTo(401);
    assertThat(session(ofFake).json().path("principal").asText()).isEqualTo("anna-1@fake");
  }

  @Test
  void refusesATokenOfOneIssuerInTheNameOfTheOther() throws Exception {
    var claims = fake.claims(Instant.now()).claim("groups", List.of("users"));
    var token = fake.token(claims.issuer(mock.issuerUrl("mock").toString()));

    assertRefused(session(token), "algorithm: allowed is RS256");
    var parts = accessToken("users").split("\\.", -1);
    var other = fake.token(fake.claims(Instant.now())).split("\\.", -1);
    assertRefused(session(parts[0] + "." + other[1] + "." + parts[2]), "the token is refused");
  }

  @Test
  void refusesAPersonWithoutARule() throws Exception {
    expect("eve", "others");
    var begun = Begun.at("mock");
    var ended = get(begun.callback(), begun.cookie());

    assertThat(ended.status()).isEqualTo(401);
    assertThat(ended.json().path("detail").asText()).contains("issuer mock with subject");
    assertThat(cookies(ended)).isEmpty();
  }

  @Test
  void theRequestHasStateNonceAndAChallenge() throws Exception {
    var query = query(Begun.at("fake").location());

    assertThat(query)
        .containsEntry("response_type", "code")
        .containsEntry("client_id", "web")
        .containsEntry("scope", "openid")
        .containsEntry("code_challenge_method", "S256")
        .containsEntry("redirect_uri", URL + "/v1/logins/fake/callback");
    for (var name : List.of("state", "nonce", "code_challenge")) {
      assertThat(query.get(name)).hasSize(43);
    }
    assertThat(query(Begun.at("fake").location()).get("state")).isNotEqualTo(query.get("state"));
  }

  /** Makes the fake issuer answer to a code with an ID token; returns the bodies it receives. */
  private static AtomicReference<String> answering(String nonce, String audience) {
    var received = new AtomicReference<>("");
    var claims = fake.claims(Instant.now()).audience(audience).claim("nonce", nonce);
    var json = "{\"id_token\": \"%s\"}".formatted(fake.token(claims));
    fake.on(
        "/token",
        body -> {
          received.set(body);
          return new FakeIssuer.Answer(200, json);
        });
    return received;
  }

  private static void assertRefused(Answer answer, String why) {
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.json().path("detail").asText()).contains(why);
    assertThat(cookies(answer)).isEmpty();
  }

  private static String callback(Begun begun, String more) {
    return "/v1/logins/fake/callback?code=c&state=" + begun.state() + more;
  }

  @Test
  void provesThePossessionOfTheVerifier() throws Exception {
    var begun = Begun.at("fake");
    var received = answering(query(begun.location()).get("nonce"), "web");

    assertThat(get(callback(begun, ""), begun.cookie()).status()).isEqualTo(303);
    var verifier = query("http://x?" + received.get()).get("code_verifier");
    var digest =
        MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
    assertThat(Base64.getUrlEncoder().withoutPadding().encodeToString(digest))
        .isEqualTo(query(begun.location()).get("code_challenge"));
  }

  @Test
  void refusesAnIdTokenWithAnotherNonceOrAudience() throws Exception {
    var other = Begun.at("fake");
    answering(query(Begun.at("fake").location()).get("nonce"), "web");
    assertRefused(get(callback(other, ""), other.cookie()), "its nonce is of another sign-in");

    var begun = Begun.at("fake");
    answering(query(begun.location()).get("nonce"), "metasched");
    assertRefused(get(callback(begun, ""), begun.cookie()), "aud: allowed is web");
  }

  @Test
  void refusesAnotherStateAndAnotherBrowser() throws Exception {
    var begun = Begun.at("fake");
    var other = Begun.at("fake");
    var path = callback(begun, "");

    assertRefused(get(path, other.cookie()), "its state is of another sign-in");
    assertRefused(get(path, ""), "it has expired, or began in another browser");
    assertRefused(get(path, "metasched-login=x"), "it has expired, or began in another browser");
    assertRefused(
        get(path.replace("state=", "state=x"), begun.cookie()), "its state is of another sign-in");
    assertRefused(
        get(path.replace("logins/fake", "logins/mock"), begun.cookie()),
        "its state is of another sign-in");
  }

  @Test
  void refusesAnOldSignIn() throws Exception {
    var begun = Begun.at("fake");
    var old = begun.cookie().replaceFirst("=\\d+", "=1000");

    assertRefused(get(callback(begun, ""), old), "it has expired, or began in another browser");
  }

  @Test
  void refusesAReplayedCode() throws Exception {
    var begun = Begun.at("fake");
    answering(query(begun.location()).get("nonce"), "web");
    assertThat(get(callback(begun, ""), begun.cookie()).status()).isEqualTo(303);

    assertRefused(get(callback(begun, ""), begun.cookie()), "it has ended already");
  }

  @Test
  void refusesTheAnswerOfAnotherIssuer() throws Exception {
    var begun = Begun.at("fake");

    assertRefused(
        get(callback(begun, "&iss=https://other.example.org"), begun.cookie()),
        "the answer is of another issuer");
  }

  @Test
  void reportsTheErrorOfAnIssuer() throws Exception {
    var begun = Begun.at("fake");
    var path = callback(begun, "&error=access_denied").replace("code=c&", "");

    assertRefused(get(path, begun.cookie()), "the issuer answers \"access_denied\"");
  }

  @Test
  void refusesACodeThatTheIssuerDoesNotKnow() throws Exception {
    var begun = Begun.at("fake");
    fake.on("/token", body -> new FakeIssuer.Answer(400, "{\"error\": \"invalid_grant\"}"));

    assertRefused(get(callback(begun, ""), begun.cookie()), "issuer fake does not accept the code");
  }

  @ParameterizedTest
  @ValueSource(strings = {"next", "redirect_uri", "returnTo", "post_logout_redirect_uri"})
  void sendsABrowserToNoAddressOfARequest(String name) throws Exception {
    var more = "&" + name + "=https://evil.example.org";
    var begun = Begun.at("fake");
    assertThat(get("/v1/logins/fake?x=1" + more, "").header("Location"))
        .startsWith(fake.url() + "/authorize?")
        .doesNotContain("evil");
    answering(query(begun.location()).get("nonce"), "web");

    assertThat(get(callback(begun, more), begun.cookie()).header("Location")).isEqualTo("/");
  }

  @ParameterizedTest
  @ValueSource(strings = {"other", "shell-only", "%2F%2Fevil.example.org"})
  void knowsOnlyIssuersWithABrowserClient(String name) throws Exception {
    assertThat(get("/v1/logins/" + name, "").status()).isEqualTo(404);
    assertThat(get("/v1/logins/" + name + "/callback?code=c&state=s", "").status()).isEqualTo(404);
  }

  @Test
  void listsIssuersWithoutSecrets() throws Exception {
    var answer = get("/v1/logins", "");

    assertThat(answer.json().path("items")).hasSize(3);
    assertThat(answer.json().at("/items/2/shell/client").asText()).isEqualTo("cli");
    assertThat(answer.response().body()).doesNotContain("secret");
  }
}

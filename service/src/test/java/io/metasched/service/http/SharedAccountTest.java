package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.http.TestedApi.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Account shared by several users. */
final class SharedAccountTest extends OnOneService {
  private static String member(String name) throws Exception {
    var body = "{\"principal\":\"%s\",\"role\":\"user\",\"accounts\":[\"user2\"]}";
    var made = api.call("POST", "/v1/tokens", "admin", body.formatted(name));
    return made.json().path("token").asText();
  }

  private static List<String> users(Answer usage) {
    var users = new ArrayList<String>();
    usage.json().path("users").forEach(line -> users.add(line.path("user").asText()));
    return users;
  }

  @Test
  void usersOfAnAccountAreComparedWithEachOtherOnly() throws Exception {
    var own = api.submit("user1", TestedApi.SMALL.formatted("true"));
    api.outcome(own);
    var ann = member("ann");
    var job = TestedApi.SMALL.formatted("true").replace("{\"work", "{\"account\":\"user2\",\"work");
    for (var token : List.of(ann, member("ben"))) {
      var made = api.callWith(token, "POST", "/v1/jobs", job);
      assertThat(made.status()).isEqualTo(201);
      var path = "/v1/jobs/" + made.json().path("id").asText();
      while (!api.callWith(token, "GET", path, "").json().path("times").has("ended")) {
        Thread.onSpinWait();
      }
    }

    var path = "/v1/usage?account=";
    assertThat(users(api.callWith(ann, "GET", path + "user2", ""))).containsExactly("ann", "ben");
    assertThat(users(api.callWith(ann, "GET", "/v1/usage", ""))).containsExactly("ann");
    assertThat(users(api.call("GET", "/v1/usage", "admin", "")))
        .containsExactly("ann", "ben", "user1");
    assertThat(api.call("GET", path + "user2", "user1", "").status()).isEqualTo(404);
    assertThat(api.call("GET", path + "none", "admin", "").status()).isEqualTo(404);
  }
}

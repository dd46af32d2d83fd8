package io.metasched.metascheduler.actor;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names each kind of notice in a message that carries one. */
@JacksonAnnotationsInside
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "notice")
@JsonSubTypes({
  @JsonSubTypes.Type(value = VoUser.Received.class, name = "received"),
  @JsonSubTypes.Type(value = VoUser.Planned.class, name = "planned"),
  @JsonSubTypes.Type(value = VoUser.Moved.class, name = "moved"),
  @JsonSubTypes.Type(value = VoUser.Requeued.class, name = "requeued"),
  @JsonSubTypes.Type(value = VoUser.Finished.class, name = "finished"),
  @JsonSubTypes.Type(value = VoUser.PaidBack.class, name = "paid-back"),
  @JsonSubTypes.Type(value = VoUser.Refused.class, name = "refused")
})
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
@interface NoticeNames {}

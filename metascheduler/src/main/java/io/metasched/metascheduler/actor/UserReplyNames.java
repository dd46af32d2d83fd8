package io.metasched.metascheduler.actor;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names each kind of answer to a user that is written down. */
@JacksonAnnotationsInside
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Metascheduler.Accepted.class, name = "accepted"),
  @JsonSubTypes.Type(value = Metascheduler.Refused.class, name = "refused"),
  @JsonSubTypes.Type(value = Metascheduler.Withdrawn.class, name = "withdrawn"),
  @JsonSubTypes.Type(value = Metascheduler.TooLate.class, name = "too-late")
})
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
@interface UserReplyNames {}

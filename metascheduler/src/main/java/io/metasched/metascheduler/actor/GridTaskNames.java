package io.metasched.metascheduler.actor;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.grid.GridTask;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names each kind of grid task in a message that carries them. */
@JacksonAnnotationsInside
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "task")
@JsonSubTypes({
  @JsonSubTypes.Type(value = GridTask.Batch.class, name = "batch"),
  @JsonSubTypes.Type(value = GridTask.Advance.class, name = "advance")
})
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
@interface GridTaskNames {}

package dev.drover.codegen;

import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.stream.Collectors;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/// Types as a class file writes them: descriptors, and signatures with type arguments.
final class ClassTypes {
  private final Elements elements;
  private final Types types;

  ClassTypes(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  String binaryName(TypeElement type) {
    return elements.getBinaryName(type).toString();
  }

  ClassDesc descriptor(TypeElement type) {
    return ClassDesc.of(binaryName(type));
  }

  /// Of the erased type.
  ClassDesc descriptor(TypeMirror type) {
    return ClassDesc.ofDescriptor(erased(types.erasure(type)));
  }

  private String erased(TypeMirror type) {
    return switch (type) {
      case ArrayType array -> "[" + erased(array.getComponentType());
      case DeclaredType declared ->
          "L" + binaryName((TypeElement) declared.asElement()).replace('.', '/') + ";";
      default ->
          switch (type.getKind()) {
            case BOOLEAN -> "Z";
            case BYTE -> "B";
            case SHORT -> "S";
            case INT -> "I";
            case LONG -> "J";
            case CHAR -> "C";
            case FLOAT -> "F";
            case DOUBLE -> "D";
            case VOID -> "V";
            default -> throw new IllegalArgumentException("no type of a component: " + type);
          };
    };
  }

  /// With type arguments.
  String signature(TypeMirror type) {
    return switch (type) {
      case ArrayType array -> "[" + signature(array.getComponentType());
      case TypeVariable variable -> "T" + variable.asElement().getSimpleName() + ";";
      case WildcardType wildcard ->
          wildcard.getExtendsBound() != null
              ? "+" + signature(wildcard.getExtendsBound())
              : wildcard.getSuperBound() != null ? "-" + signature(wildcard.getSuperBound()) : "*";
      case DeclaredType declared -> {
        String name = binaryName((TypeElement) declared.asElement()).replace('.', '/');
        String arguments =
            declared.getTypeArguments().stream().map(this::signature).collect(Collectors.joining());
        yield "L" + name + (arguments.isEmpty() ? "" : "<" + arguments + ">") + ";";
      }
      default -> erased(type);
    };
  }

  /// What a type implements, but for interfaces that are still to be generated, which change
  /// nothing of a definition.
  List<? extends TypeMirror> interfaces(TypeElement type) {
    return type.getInterfaces().stream().filter(one -> one.getKind() != TypeKind.ERROR).toList();
  }

  /// Of a class with its type parameters, superclass and interfaces.
  String signature(TypeElement type, ClassDesc superclass) {
    String parameters =
        type.getTypeParameters().stream()
            .map(TypeParameterElement::getSimpleName)
            .map(name -> name + ":Ljava/lang/Object;")
            .collect(Collectors.joining());
    return (parameters.isEmpty() ? "" : "<" + parameters + ">")
        + superclass.descriptorString()
        + interfaces(type).stream().map(this::signature).collect(Collectors.joining());
  }
}
